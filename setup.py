"""What a wheel carries beside the sources: which cases of the tests prove what."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class Built(build_py):
    """The sources, and the index of the cases where these are there to be read."""

    def run(self) -> None:
        """Copy, then write the index; a checkout reads its own cases and needs none."""
        super().run()
        if self.editable_mode or not (HERE / "tests" / "law").is_dir():
            return
        sys.path.insert(0, str(HERE / "src"))
        from cutcard.web.library.proofs import index_of

        made = Path(self.build_lib) / "cutcard" / "web" / "library" / "cases.json"
        made.write_text(index_of(HERE / "tests"), encoding="utf-8")


setup(cmdclass={"build_py": Built})
