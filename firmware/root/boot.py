# Runs first at every start, and always returns: USB would never come up otherwise. Fixed, see loader.py.
import gc
import sys

try:
    import loader

    loader.settle()
    del loader, sys.modules["loader"]  # the program needs the room
    gc.collect()
    __import__("firmware.boot")
except Exception as error:
    print("boot.py:", error)
