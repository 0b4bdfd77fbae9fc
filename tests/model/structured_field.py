"""A List of Items with parameters, as in RFC 8941; inner lists are not taken.

Strict on purpose: one wrong character anywhere makes the whole field absent.
"""

import string

LOWER = string.ascii_lowercase
TOKEN_START = string.ascii_letters + "*"
TOKEN_REST = string.ascii_letters + string.digits + "!#$%&'*+-.^_`|~:/"
KEY_START = LOWER + "*"
KEY_REST = LOWER + string.digits + "_-.*"
BASE64 = string.ascii_letters + string.digits + "+/="


class Malformed(Exception):
    pass


def parse_list(text):
    """The items of a field (already trimmed), or None if it is malformed or empty.

    Each item is (value, parameters); a value is (type, value), so that the
    integer 0 is never mistaken for the decimal 0.0 or the boolean false.
    """
    try:
        return _Parser(text).list()
    except Malformed:
        return None


class _Parser:
    def __init__(self, text):
        self.text = text
        self.at = 0

    def list(self):
        items = [self.item()]
        while True:
            self.skip(" \t")
            if self.at == len(self.text):
                return items
            self.expect(",")
            self.skip(" \t")
            items.append(self.item())  # nothing after a comma fails here

    def item(self):
        return self.bare_item(), self.parameters()

    def parameters(self):
        found = {}
        while self.peek() == ";":
            self.at += 1
            self.skip(" ")
            key = self.run(KEY_START, KEY_REST)
            found[key] = ("boolean", True)
            if self.peek() == "=":
                self.at += 1
                found[key] = self.bare_item()
        return found

    def bare_item(self):
        first = self.peek()
        if first == '"':
            return "string", self.quoted()
        if first == ":":
            return "binary", self.binary()
        if first == "?":
            return "boolean", self.boolean()
        if first == "-" or (first and first in string.digits):
            return self.number()
        return "token", self.run(TOKEN_START, TOKEN_REST)

    def quoted(self):
        self.expect('"')
        result = ""
        while True:
            char = self.take()
            if char == '"':
                return result
            if char == "\\":
                char = self.take()
                if char not in '"\\':
                    raise Malformed
            elif not " " <= char <= "~":
                raise Malformed
            result += char

    def binary(self):
        self.expect(":")
        result = self.skip(BASE64)
        self.expect(":")
        return result

    def boolean(self):
        self.expect("?")
        char = self.take()
        if char not in "01":
            raise Malformed
        return char == "1"

    def number(self):
        sign = -1 if self.peek() == "-" else 1
        if sign < 0:
            self.at += 1
        digits = self.skip(string.digits)
        if self.peek() != ".":
            if not 1 <= len(digits) <= 15:
                raise Malformed
            return "integer", sign * int(digits)
        self.at += 1
        fraction = self.skip(string.digits)
        if not 1 <= len(digits) <= 12 or not 1 <= len(fraction) <= 3:
            raise Malformed
        return "decimal", (sign, digits, fraction)

    def run(self, start, rest):
        """One character of `start`, then any of `rest`."""
        first = self.take()
        if first not in start:
            raise Malformed
        return first + self.skip(rest)

    def skip(self, allowed):
        begin = self.at
        while self.at < len(self.text) and self.text[self.at] in allowed:
            self.at += 1
        return self.text[begin : self.at]

    def expect(self, char):
        if self.take() != char:
            raise Malformed

    def take(self):
        if self.at == len(self.text):
            raise Malformed
        self.at += 1
        return self.text[self.at - 1]

    def peek(self):
        return self.text[self.at] if self.at < len(self.text) else ""
