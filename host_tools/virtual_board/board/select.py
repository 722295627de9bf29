"""The board's `select`: timeouts by the clock of the virtual table, and interrupts go on while it waits."""

import _vb_world as _world
import uselect as _native

POLLIN, POLLOUT, POLLERR, POLLHUP = _native.POLLIN, _native.POLLOUT, _native.POLLERR, _native.POLLHUP
POLLPRI = 2


class poll:
    def __init__(self):
        self._native = _native.poll()
        self._native.register(_world.link(), POLLIN)
        self._by_stream = {}  # a device's own stream -> the device that was registered

    def _stream(self, obj):
        stream = getattr(obj, "_stream", None)
        if stream is None:
            return obj
        self._by_stream[id(stream)] = obj
        return stream

    def register(self, obj, eventmask=POLLIN | POLLOUT):
        return self._native.register(self._stream(obj), eventmask)

    def modify(self, obj, eventmask):
        return self._native.modify(self._stream(obj), eventmask)

    def unregister(self, obj):
        stream = self._stream(obj)
        self._by_stream.pop(id(stream), None)
        return self._native.unregister(stream)

    def poll(self, timeout=-1, flags=0):
        found = []
        if timeout is None or timeout < 0:
            limit = _world.NEVER
        else:
            limit = _world.settle() + timeout * 1000
        _world.wait(limit, self._native, found)
        return [(self._by_stream.get(id(stream), stream), event) for stream, event in found]

    def ipoll(self, timeout=-1, flags=0):
        return iter(self.poll(timeout, flags))


def select(rlist, wlist, xlist, timeout=None):
    poller = poll()
    masks = ((rlist, POLLIN), (wlist, POLLOUT), (xlist, POLLERR))
    for things, mask in masks:
        for thing in things:
            poller.register(thing, mask)
    ready = poller.poll(-1 if timeout is None else int(timeout * 1000))
    return tuple([thing for thing, event in ready if event & mask and thing in things] for things, mask in masks)
