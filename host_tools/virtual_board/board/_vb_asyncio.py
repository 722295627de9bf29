"""Task and TaskQueue for asyncio, by the ticks of the virtual table: those built into the interpreter read the host's
clock and wrap elsewhere. What they must do is laid down by asyncio/core.py of MicroPython 1.2x, which uses them."""

from time import ticks_diff, ticks_ms


class TaskQueue:
    """Tasks by the time at which they are due, first come first served among equals."""

    def __init__(self):
        self._tasks = []

    def peek(self):
        return self._tasks[0] if self._tasks else None

    def push(self, task, key=None):
        task.data = None
        task.ph_key = key = ticks_ms() if key is None else key
        at = len(self._tasks)
        while at and ticks_diff(self._tasks[at - 1].ph_key, key) > 0:
            at -= 1
        self._tasks.insert(at, task)

    def pop(self):
        return self._tasks.pop(0)

    def remove(self, task):
        self._tasks.remove(task)


class Task:
    def __init__(self, coro, globals=None):
        self.coro = coro
        self.data = None  # what the task waits for, or the exception that is to be thrown into it
        self.state = True  # True: runs; TaskQueue: others wait for it; None: over, unseen; False: over and seen
        self.ph_key = 0
        self._core = globals  # names of asyncio.core

    def __iter__(self):
        if not self.state:
            self.state = False
        elif self.state is True:
            self.state = TaskQueue()
        elif type(self.state) is not TaskQueue:
            raise RuntimeError("can't wait")
        return self

    def __next__(self):
        if not self.state:
            raise self.data
        waiting = self._core["cur_task"]
        self.state.push(waiting)
        waiting.data = self

    def done(self):
        return not self.state

    def cancel(self):
        if not self.state:
            return False
        if self is self._core["cur_task"]:
            raise RuntimeError("can't cancel self")
        task = self
        while isinstance(task.data, Task):
            task = task.data
        ready = self._core["_task_queue"]
        if hasattr(task.data, "remove"):
            task.data.remove(task)
            ready.push(task)
        elif ticks_diff(task.ph_key, ticks_ms()) > 0:
            ready.remove(task)
            ready.push(task)
        task.data = self._core["CancelledError"]
        return True
