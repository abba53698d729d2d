"""Where tests keep the games that they compile."""

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The user's cache is not touched. To import this fixture is to use it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLAYOUT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield
