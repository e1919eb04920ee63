"""Exact arithmetic for the main game: the value of a given way to play as a rational number.

The steps of `value` run once for each of a few primes; the Chinese remainder theorem puts the
results together. The denominator is known beforehand, for every chance is a quotient of products of
card counts: it divides (cards in the shoe)(cards less one)... as far as a round can go. One prime more
than needed checks the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import perm
from typing import Final

from cutcard.odds.main.kernels.numbers import PRIME_BITS
from cutcard.odds.problem import UnprovenError

WITNESSES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23)
"""No number below 3.8e18 that is not prime passes the strong test for all of these."""
LARGEST_RESULT: Final = 64
"""No round is won or lost by more, in units of the first stake."""
UNPROVEN: Final = (
    "not proven: the exact value fails its check by a further prime; this is a fault of the analyser, "
    "please report it with what was asked"
)


def primes() -> Iterator[int]:
    """Primes below 2**49, the largest first."""
    candidate = (1 << PRIME_BITS) - 1
    while True:
        if is_prime(candidate):
            yield candidate
        candidate -= 2


def is_prime(number: int, witnesses: Sequence[int] = WITNESSES) -> bool:
    """Whether a number is prime, by the strong test: with the first nine primes sure below 3.8e18."""
    if number <= WITNESSES[-1] or number % 2 == 0:
        return number in WITNESSES
    powers, odd = 0, number - 1
    while odd % 2 == 0:
        powers, odd = powers + 1, odd // 2
    for base in witnesses:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(powers - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def rational_from_residues(value: Callable[[int], int], denominator: int) -> Fraction:
    """The rational of this denominator (or a divisor of it) that has these values modulo primes."""
    bound = 2 * LARGEST_RESULT * denominator
    modulus, found = 1, 0
    for prime in primes():
        residue = value(prime) * denominator % prime
        if modulus > bound:
            centred = found - modulus if 2 * found > modulus else found
            if centred % prime != residue:
                raise UnprovenError(UNPROVEN)
            return Fraction(centred, denominator)
        found += modulus * ((residue - found) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    raise AssertionError("there is always another prime")


def round_denominator(size: int, cards: int) -> int:
    """What every chance of a round divides that takes at most so many cards of a shoe."""
    return perm(size, min(size, cards))
