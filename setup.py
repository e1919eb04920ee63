"""What a wheel carries beside the sources: the cases of the tests, and which Python tests prove what."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class Built(build_py):
    """The sources, and the cases where these are there to be read."""

    def run(self) -> None:
        """Copy the sources, then the cases; a checkout reads its own and needs none."""
        super().run()
        if self.editable_mode or not (HERE / "tests" / "law").is_dir():
            return
        sys.path.insert(0, str(HERE / "src"))
        from cutcard.law.proofs import carry

        carry(HERE / "tests", Path(self.build_lib) / "cutcard" / "law" / "proofs" / "cases.zip")


setup(cmdclass={"build_py": Built})
