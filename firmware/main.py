# Runs after boot.py: starts the table.
import gc

# Compiling leaves garbage between what stays: collected often, what stays lies close together and the heap in one piece.
gc.threshold(8192)

from firmware.app import main  # noqa: E402

gc.threshold(-1)
main()
