"""The board's `micropython`: what the unix port has, and what a Pico has besides."""

# ruff: noqa: F401 - what a program imports from here

from micropython import (
    RingIO,
    const,
    heap_lock,
    heap_unlock,
    kbd_intr,
    mem_info,
    opt_level,
    qstr_info,
    schedule,
    stack_use,
)


def alloc_emergency_exception_buf(size):
    pass  # the unix port keeps one of its own
