# Runs first at every start, and always returns: USB would never come up otherwise. Fixed, see loader.py.
try:
    import loader

    loader.settle()
    __import__("firmware.boot")
except Exception as error:
    print("boot.py:", error)
