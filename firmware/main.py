# Runs after boot.py: starts the table.
import gc

# Starting leaves garbage between what stays: collected often, what stays lies close and the heap keeps in one piece.
gc.threshold(16384)

from firmware.app import main  # noqa: E402

main()
