from . import arguments as arguments
from .extras import (
    EXTRAS as EXTRAS,
    Library as Library,
    MissingLibraryError as MissingLibraryError,
    attach as attach,
    missing_library as missing_library,
)
from .figures import exact_json as exact_json, finite as finite, plain_json as plain_json
from .frames import Record as Record
from .grid import EdgeGrid as EdgeGrid, axes_of as axes_of
from .picture import Drawing as Drawing
from .problem import RequestError as RequestError
from .result import Result as Result
