"""What runs on the board."""

VERSION = "0.1.0"
