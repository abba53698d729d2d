"""Print requirements named in pyproject.toml, for `pip install -r /dev/stdin`.

Arguments are `build` (what building the package takes) or names of extras. The pip that comes with
Python 3.11 cannot install these without the package itself.
"""

import sys
import tomllib
from pathlib import Path

PYPROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())


def requirements(group: str) -> list[str]:
    if group == "build":
        # scikit-build-core asks for these two itself, but not without build isolation.
        return [*PYPROJECT["build-system"]["requires"], "cmake>=3.26", "ninja>=1.11"]
    extras = PYPROJECT["project"]["optional-dependencies"]
    own = f"{PYPROJECT['project']['name']}["
    found: list[str] = []
    for line in extras[group]:
        if line.startswith(own):
            for nested in line.removeprefix(own).removesuffix("]").split(","):
                found += requirements(nested)
        else:
            found.append(line)
    return found


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(*requirements(name), sep="\n")
