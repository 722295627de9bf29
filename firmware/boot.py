# Runs first at every start, and always returns: USB would never come up otherwise. All else begins in main.py.
