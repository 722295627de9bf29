# Runs first at every start, and always returns: USB would never come up otherwise. The table begins in main.py; where
# that does not run, since a tool has the board, the table comes back when the tool is done.
try:
    from firmware import come_back

    come_back.start()
except Exception as error:
    print("boot.py:", error)
