from .console import Console as Console, console as console
from .irregularities import Mishap as Mishap, mishaps as mishaps
from .next_step import ConsoleStep as ConsoleStep, awaited as awaited, usual as usual
from .payments import Does as Does, PaymentSum as PaymentSum, does as does, payment_sum as payment_sum
