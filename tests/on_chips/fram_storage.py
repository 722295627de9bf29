"""The journal's storage on an FRAM chip: what takes the place of firmware/storage.py, and no more than a sketch of it.

Areas of one size, each with the number of its segment in front, zeros where nothing is. Here a line can really be torn:
on littlefs what an append closed is there as a whole, or not at all.
"""

HEADER = 8


class FramStorage:
    def __init__(self, chip, area):
        self._chip = chip
        self._area = area
        self._areas = [self._number_at(at) for at in range(0, len(chip.data), area)]  # number of each segment, 0: free

    def numbers(self):
        return sorted([number for number in self._areas if number])

    def size(self, number):
        return len(self._bytes(number))

    def read(self, number, at, buffer):
        data = self._bytes(number)[at : at + len(buffer)]
        buffer[: len(data)] = data
        return len(data)

    def lines(self, number):
        data = self._bytes(number)
        at = 0
        while at < len(data):
            end = data.find(b"\n", at) + 1 or len(data)
            yield data[at:end]
            at = end

    def append(self, number, at, lines):
        if number not in self._areas:
            self._make(number)
        if self.size(number) > at:
            self.cut(number, at)
        for line in lines:
            self._chip.write(self._start(number) + at, line)
            at += len(line)

    def cut(self, number, size):
        self._chip.write(self._start(number) + size, bytes(self.size(number) - size))

    def remove(self, number):
        self._chip.write(self._start(number) - HEADER, bytes(HEADER))
        self._areas[self._areas.index(number)] = 0

    def free(self):
        return self._areas.count(0) * self._area

    def _number_at(self, at):
        header = self._chip.bytes_at(at, HEADER)
        return int(header[:6]) if header[:6].isdigit() and header[6:] == b"\n\n" else 0

    def _start(self, number):
        if number not in self._areas:
            raise OSError(2)
        return self._areas.index(number) * self._area + HEADER

    def _bytes(self, number):
        if number not in self._areas:
            return b""
        return self._chip.bytes_at(self._start(number), self._area - HEADER).rstrip(b"\0")

    def _make(self, number):
        if 0 not in self._areas:
            raise OSError(28)
        at = self._areas.index(0) * self._area
        used = len(self._chip.bytes_at(at, self._area).rstrip(b"\0"))
        self._chip.write(at, bytes(used))
        self._chip.write(at, b"%06d\n\n" % number)
        self._areas[at // self._area] = number
