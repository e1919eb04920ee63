from . import cache as cache, system as system
from .code import digest_of_code as digest_of_code
from .compile_cache import INNER as INNER, WarmUpCall as WarmUpCall, njit as njit, vectorize as vectorize
from .progress import listening as listening, report_progress as report_progress
