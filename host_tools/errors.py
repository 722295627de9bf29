"""The one error that the tools raise on purpose."""


class ToolError(Exception):
    """Something that the user should know, in one sentence with the next step, and the exit status that goes with it.

    status: 1 refused or differs, 2 the call is wrong, 3 the board cannot be reached or stopped answering, 4 a log is
    proven not whole, 130 Ctrl-C.
    """

    def __init__(self, message, status=1):
        super().__init__(message)
        self.message = message
        self.status = status
