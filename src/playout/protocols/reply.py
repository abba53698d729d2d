"""One answer of GTP: a sign, the number of the command if it has one, text, and an empty line."""

from typing import TextIO


class Reply:
    """An answer on its way, all at once or line by line.

    >>> import sys
    >>> reply = Reply(sys.stdout, "7")
    >>> reply.end("D4")
    =7 D4
    <BLANKLINE>
    """

    def __init__(self, sink: TextIO, number: str) -> None:
        self._sink = sink
        self._number = number
        self.has_begun = False

    def line(self, text: str = "") -> None:
        """A line that the other program sees at once."""
        begin = "" if self.has_begun else f"={self._number}\n"
        self.has_begun = True
        self._write(f"{begin}{text}\n" if text else begin)

    def end(self, text: str = "") -> None:
        """The rest of the answer; an empty line within would end it too early."""
        if self.has_begun:
            return self._write("\n")
        body = "\n".join(line for line in text.strip("\n").split("\n") if line.strip())
        space = "\n" if text.startswith("\n") else " "
        return self._write(f"={self._number}{space}{body}".rstrip(" ") + "\n\n")

    def fail(self, problem: str) -> None:
        """What went wrong, on one line; after lines that were already sent, only the end is left to say."""
        self._write("\n" if self.has_begun else f"?{self._number} {problem}\n\n")

    def _write(self, text: str) -> None:
        self._sink.write(text)
        self._sink.flush()
