"""What a request can be told instead of an answer. What the library itself refuses is a ValueError."""


class RefusalError(Exception):
    """A request that is refused, with the status of HTTP and one line that says why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class MissingError(RefusalError):
    """Something that is not there, or not any more."""

    def __init__(self, message: str) -> None:
        super().__init__(404, message)


class BusyError(RefusalError):
    """More than the server does at once."""

    def __init__(self, message: str) -> None:
        super().__init__(429, message)
