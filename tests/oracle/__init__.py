"""A second opinion on settlement, written from the rule texts and the design alone.

Nothing here imports, or was copied from, `shared_core`. Where the core derives the layout from its geometry, this
package lists it by eye; where the core works with small ints and bytes, this one works with the printed names of
the numbers. So one mistake is unlikely to be made twice.
"""
