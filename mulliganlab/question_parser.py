"""Questions read from text, such as ``2 Charmander and (Rare Candy or no Iono)``.

::

    question   = alternative { "or" alternative }
    alternative = part { "and" part }
    part       = { "not" | place } ( "(" question ")" | condition )
    place      = "hand:" | "turn" T ":" | "prizes:"
    condition  = [ number ] name { "+" name }
    number     = N | N "-" N | "at least" N | "at most" N | "exactly" N | "no"
    name       = words, or anything in double quotes

A number alone means at least so many. Names joined with ``+`` are counted together. A place holds
for all that follows it, up to the next place or the end of the parentheses that it stands in.
"""

import re
from dataclasses import dataclass
from typing import Literal

from mulliganlab.errors import InputError
from mulliganlab.marks import Span
from mulliganlab.names import fold_name
from mulliganlab.question import (
    GROUPS,
    HAND,
    MOST_NESTED,
    PRIZES,
    Condition,
    Name,
    Place,
    Question,
    all_of,
    any_of,
    turn,
)

__all__ = ["parse_question"]

LONGEST = 50_000
"""Characters of the longest question that is read."""

EXAMPLE = "such as: 2 Charmander and no Iono"

_TOKEN = re.compile(
    r"""\s*(?: (?P<sign>[()+])
    | (?P<place>(?:hand|prizes?|turn\s+[0-9]+)\s*:)
    | (?P<elsewhere>(?:turn(?:\s*[^\s:()+"]+)?|hand|prizes?|bench|active|board|deck|discard(?:\s+pile)?)\s*:)
    | (?P<quoted>"(?:[^"]|"")*" | [“„][^“”]*[“”])
    | (?P<word>[^\s()+"“”„]+)
    | (?P<quote>["“”„])
    )""",
    re.IGNORECASE | re.VERBOSE,
)


def parse_question(text: str) -> Question:
    """Read a question.

    Parameters
    ----------
    text : str
        In the language of this module.

    Raises
    ------
    InputError
        If it is none; the message shows the text with a mark under the place.

    Examples
    --------
    >>> parse_question("at most 1 Iono OR exactly 2 (Nest Ball)")
    Traceback (most recent call last):
    mulliganlab.errors.InputError: expected a card name here
      at most 1 Iono OR exactly 2 (Nest Ball)
                                  ^
    >>> print(parse_question('hand: no "Salamence and Shelgon" and prizes: 1-2 iono + boss'))
    hand: no "Salamence and Shelgon" and prizes: 1-2 iono + boss
    """
    if len(text) > LONGEST:
        raise InputError(f"the question has {len(text):,} characters, more than {LONGEST:,}")
    parser = _Parser(text)
    if len(parser.tokens) == 1:
        raise InputError(f"the question is empty: name cards, {EXAMPLE}")
    return parser.whole()


@dataclass(frozen=True)
class _Token:
    """A piece of the text; words of the language and signs are their own kind."""

    kind: str
    span: Span

    @property
    def text(self) -> str:
        return self.span.text[self.span.start : self.span.end]


def _tokens(text: str) -> list[_Token]:
    tokens = []
    at = 0
    while match := _TOKEN.match(text, at):
        at = match.end()
        group = str(match.lastgroup)
        found = match[group]
        span = Span(text, match.start(group), at)
        if group == "quote":
            raise span.error("this quotation mark has no partner")
        if group == "elsewhere":
            raise span.error("this is no place: say hand:, prizes: or the turn, such as turn 2:")
        spoken = found.casefold()
        is_word = group == "word" and spoken in ("and", "or", "not")
        tokens.append(_Token(spoken if is_word or group == "sign" else group, span))
    return [*tokens, _Token("end", Span(text, len(text.rstrip()), len(text.rstrip()) + 1))]


class _Parser:
    """Goes through the tokens once; recursion is only as deep as the parentheses allowed."""

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.next = 0
        self.place: Place | None = None
        self.depth = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.next]

    def take(self) -> _Token:
        self.next += 1
        return self.tokens[self.next - 1]

    def whole(self) -> Question:
        question = self.question()
        if self.token.kind == ")":
            raise self.token.span.error("this parenthesis was never opened")
        if self.token.kind != "end":
            raise self.token.span.error("expected 'and', 'or' or the end of the question here")
        return question

    def question(self) -> Question:
        return self.list_of("or")

    def list_of(self, word: Literal["and", "or"]) -> Question:
        """Read parts with a word between them; too many or too deep ones are marked where they begin."""
        begin = self.token.span
        parts = [self.part() if word == "and" else self.list_of("and")]
        while self.token.kind == word:
            self.take()
            parts.append(self.part() if word == "and" else self.list_of("and"))
        try:
            return all_of(*parts) if word == "and" else any_of(*parts)
        except InputError as error:
            raise begin.error(str(error)) from None

    def part(self) -> Question:
        opposite = False
        placed = False
        while self.token.kind in ("not", "place"):
            token = self.take()
            if token.kind == "not":
                opposite = not opposite
            elif placed:
                raise token.span.error("a place was said just before this one")
            else:
                self.place, placed = _place(token), True
        question = self.in_parentheses() if self.token.kind == "(" else self.condition()
        return ~question if opposite else question

    def in_parentheses(self) -> Question:
        opening, place = self.take(), self.place
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise opening.span.error(f"more than {MOST_NESTED} parentheses are open here")
        question = self.question()
        if self.token.kind == "end":
            raise opening.span.error("this parenthesis is never closed")
        if self.token.kind != ")":
            raise self.token.span.error("expected 'and', 'or' or a closing parenthesis here")
        self.take()
        self.depth -= 1
        self.place = place
        return question

    def condition(self) -> Condition:
        begin = self.token
        low, high = self.number()
        number_end = self.tokens[max(self.next - 1, 0)].span.end
        names = [self.name()]
        while self.token.kind == "+":
            self.take()
            names.append(self.name())
        try:
            return Condition(tuple(names), low, high, self.place)
        except InputError as error:
            span = Span(begin.span.text, begin.span.start, number_end)
            raise span.error(str(error)) from None

    def number(self) -> tuple[int, int | None]:
        """Read how many; by default at least one."""
        words = [token.text.casefold() for token in self.tokens[self.next : self.next + 2]]
        if self.token.kind != "word":
            return 1, None
        if words[0] == "no":
            self.take()
            return 0, 0
        if words[0] == "exactly":
            self.take()
            number = self.digits("exactly")
            return number, number
        if words in (["at", "most"], ["at", "least"]):
            self.next += 2
            number = self.digits(" ".join(words))
            return (number, None) if words[1] == "least" else (0, number)
        if match := re.fullmatch(r"([0-9]+)[-–]([0-9]+)", words[0]):
            self.take()
            return _whole(match[1]), _whole(match[2])
        if re.fullmatch(r"[0-9]+", words[0]):
            number = self.digits("")
            if not number:
                raise self.tokens[self.next - 1].span.error("at least 0 is always true: say 'no' for none")
            return number, None
        return 1, None

    def digits(self, after: str) -> int:
        token = self.take()
        if token.kind != "word" or not re.fullmatch(r"[0-9]+", token.text):
            raise token.span.error(f"after '{after}' should come a whole number")
        return _whole(token.text)

    def name(self) -> Name:
        first = self.token
        if first.kind == "quoted":
            self.take()
            text = first.text[1:-1].replace('""', '"')
            if not text.strip():
                raise first.span.error("there is no name in these quotation marks")
            return Name(text, fold_name(text) in GROUPS, first.span)
        last = first
        while self.token.kind == "word":
            last = self.take()
        if last is first and first.kind != "word":
            raise first.span.error("expected a card name here")
        span = Span(first.span.text, first.span.start, last.span.end)
        return Name(" ".join(span.text[span.start : span.end].split()), span=span)


def _place(token: _Token) -> Place:
    words = token.text.casefold().replace(":", " ").split()
    if words[0] == "turn":
        try:
            return turn(_whole(words[1]))
        except InputError as error:
            raise token.span.error(str(error)) from None
    return HAND if words[0] == "hand" else PRIZES


def _whole(digits: str) -> int:
    """Read a number; of a very long one the first digits, which are too many anyway."""
    return int(digits[:9])
