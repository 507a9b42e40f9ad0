"""What a terminal shows: just enough of one to read what quizterm drew."""

import re
import unicodedata

_TOKEN = re.compile(
    r"\x1b\[(?P<parameters>[0-?]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b[\]P_^X](?P<string>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b[ -/]+[0-~]"
    r"|\x1b[0-Z\\^-~]"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f])"
    r"|(?P<text>[^\x00-\x1f]+)"
)


class Screen:
    """A grid of characters, the cursor, and which modes are on."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.alternate = False
        self.cursor_shown = True
        self.modes: set[str] = set()  # private modes that are set: mouse, paste, ...
        self._row = 0
        self._column = 0
        self._unread = ""
        self._clear()

    def feed(self, text: str) -> None:
        """Obey what a program wrote; a sequence cut in two is kept until the rest comes."""
        text = self._unread + text
        position = 0
        while match := _TOKEN.match(text, position):
            position = match.end()
            if match["text"] is not None:
                self._write(match["text"])
            elif match["control"] is not None:
                self._control(match["control"])
            elif match["final"] is not None:
                self._sequence(match["parameters"], match["final"])
        self._unread = text[position:]

    @property
    def text(self) -> str:
        """The rows as shown, without spaces at their ends."""
        return "\n".join("".join(row).rstrip() for row in self._cells)

    def _clear(self) -> None:
        self._cells = [[" "] * self.columns for _ in range(self.rows)]

    def _write(self, text: str) -> None:
        for character in text:
            if unicodedata.combining(character):
                continue
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            if self._column + width > self.columns:
                self._column = 0
                self._line_feed()
            self._cells[self._row][self._column] = character
            for filler in range(1, width):
                self._cells[self._row][self._column + filler] = ""
            self._column += width

    def _control(self, control: str) -> None:
        if control == "\r":
            self._column = 0
        elif control == "\n":
            self._line_feed()
        elif control == "\b":
            self._column = max(0, self._column - 1)
        elif control == "\t":
            self._column = min(self.columns - 1, (self._column // 8 + 1) * 8)

    def _line_feed(self) -> None:
        if self._row + 1 < self.rows:
            self._row += 1
        else:
            self._cells = [*self._cells[1:], [" "] * self.columns]

    def _sequence(self, parameters: str, final: str) -> None:
        if parameters.startswith("?") and final in "hl":
            self._set_modes(parameters[1:].split(";"), on=final == "h")
            return
        numbers = [int(number) if number.isdigit() else 0 for number in parameters.split(";")]
        count = max(1, numbers[0])
        if final in "Hf":
            column = numbers[1] if len(numbers) > 1 else 1
            self._row = min(self.rows, max(1, numbers[0])) - 1
            self._column = min(self.columns, max(1, column)) - 1
        elif final == "A":
            self._row = max(0, self._row - count)
        elif final == "B":
            self._row = min(self.rows - 1, self._row + count)
        elif final == "C":
            self._column = min(self.columns - 1, self._column + count)
        elif final == "D":
            self._column = max(0, self._column - count)
        elif final == "K":
            self._cells[self._row][self._column :] = [" "] * (self.columns - self._column)
        elif final == "J" and numbers[0] in (2, 3):
            self._clear()

    def _set_modes(self, modes: list[str], *, on: bool) -> None:
        for mode in modes:
            if mode == "1049":
                self.alternate = on
                self._clear()
            elif mode == "25":
                self.cursor_shown = on
            elif on:
                self.modes.add(mode)
            else:
                self.modes.discard(mode)
