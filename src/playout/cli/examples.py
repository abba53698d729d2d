"""The examples at the end of a command's help."""


def epilog(examples: tuple[str, ...]) -> str:
    """The text that typer shows there."""
    # The backspace is typer's sign to leave the lines of a paragraph as they are.
    lines = "\n".join(f"  {example}" for example in examples)
    return f"\b\nExamples:\n{lines}"
