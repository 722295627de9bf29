# Runs after boot.py: starts the table.
from firmware.app import main

main()
