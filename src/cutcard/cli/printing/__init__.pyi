from .basis import basis as basis, citation as citation
from .files import (
    PRIVATE as PRIVATE,
    pyarrow as pyarrow,
    target as target,
    write as write,
    write_lines as write_lines,
)
from .progress import bar as bar
from .settlement import print_settled as print_settled
