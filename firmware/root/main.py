# Runs after boot.py: starts the program. Fixed, see loader.py.
import loader

loader.start()
