from .figures import exact_json as exact_json, finite as finite, plain_json as plain_json
from .frames import BACKENDS as BACKENDS, Record as Record, frame as frame
from .picture import Drawing as Drawing, draw as draw
from .problem import RequestError as RequestError
from .result import Result as Result
