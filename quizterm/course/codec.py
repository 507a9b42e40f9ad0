"""What the cache keeps, as JSON and back. Every field is checked on its way in; nothing unknown is ever built."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from quizterm.course.model import (
    Body,
    Bug,
    Card,
    CardEntry,
    CardKind,
    Choice,
    Cloze,
    Fault,
    Lesson,
    Option,
    Order,
    Printed,
    Recall,
    Section,
)
from quizterm.course.record import CourseRecord, FolderRecord, LessonOrigin, LessonRecord, ParsedLesson

_KINDS = {kind.value: kind for kind in CardKind}
_HEAD_LINES = 3  # faults, entries, text; a line for each card follows


class DamagedCacheError(Exception):
    """Cached text that this quizterm did not write; the source file is to be read instead."""


def dump_folder(record: FolderRecord, folder: Path) -> str:
    course = record.course
    lessons = [
        [
            *(lesson.slug, lesson.file, lesson.title, lesson.phase, lesson.requires, lesson.minutes),
            *(lesson.exercises, lesson.sections, lesson.cards, lesson.key),
        ]
        for lesson in (course.lessons if course else ())
    ]
    return _dump(
        [
            str(folder),
            record.stamps,
            record.digests,
            record.fingerprint,
            [course.slug, course.title, course.phases, course.ten_sections, lessons, course.gated_phases]
            if course
            else None,
            [["" if fault.file == folder else fault.file.name, fault.line, fault.message] for fault in record.faults],
        ]
    )


def load_folder(text: str, folder: Path) -> FolderRecord:
    """Raises: DamagedCacheError; also if `text` is about another folder."""
    match _load(text):
        case [str(path), dict(stamps), dict(digests), str(fingerprint), course, list(faults)] if path == str(folder):
            return FolderRecord(
                {name: _stamp(stamp) for name, stamp in stamps.items()},
                {name: _text(digest) for name, digest in digests.items()},
                fingerprint,
                None if course is None else _course(course),
                tuple(_folder_fault(fault, folder) for fault in faults),
            )
    raise DamagedCacheError


def dump_lesson(parsed: ParsedLesson) -> str:
    """A lesson as lines of JSON: its faults; its card entries; its text; then each card."""
    lesson = parsed.lesson
    faults = [[fault.line, fault.message] for fault in parsed.faults]
    if lesson is None:
        return "\n".join([_dump(faults), "[]", "null"])
    entries = [[card.name, card.kind, card.section, card.content_hash, card.was or ""] for card in lesson.cards]
    sections = [[section.slug, section.title, section.text, section.line] for section in lesson.sections]
    text = [lesson.title, lesson.introduction, sections]
    return "\n".join(
        [_dump(faults), _dump(entries), _dump(text), *(_dump(_card_values(card)) for card in lesson.cards)]
    )


@dataclass(frozen=True)
class StoredLesson:
    """A lesson as `dump_lesson` wrote it; each part is decoded when asked for. Methods raise DamagedCacheError."""

    lines: Sequence[str]
    origin: LessonOrigin

    @classmethod
    def of(cls, text: str, origin: LessonOrigin) -> "StoredLesson":
        lines = text.split("\n")
        if len(lines) < _HEAD_LINES:
            raise DamagedCacheError
        return cls(lines, origin)

    @property
    def card_count(self) -> int:
        return len(self.lines) - _HEAD_LINES

    @cached_property
    def entries(self) -> tuple[CardEntry, ...]:
        return tuple(map(self._entry, self._entry_values))

    def card(self, card_id: str) -> Card | None:
        """One card; no other is decoded for it."""
        name = card_id.removeprefix(self._prefix)
        for values, line in zip(self._entry_values, self.lines[_HEAD_LINES:], strict=True):
            if isinstance(values, list) and values[:1] == [name]:
                return self._card(self._entry(values), line)
        return None

    @property
    def _prefix(self) -> str:
        return f"{self.origin.course}.{self.origin.slug}."

    @cached_property
    def _entry_values(self) -> list[object]:
        values = _list(_load(self.lines[1]))
        if len(values) != self.card_count:
            raise DamagedCacheError
        return values

    def _entry(self, values: object) -> CardEntry:
        match values:
            case [str(name), str(kind), str(section), str(content_hash), str(was)]:
                return CardEntry(self._prefix + name, _kind(kind), section, content_hash, was or None)
        raise DamagedCacheError

    def texts(self) -> Iterator[tuple[CardEntry, str, str]]:
        """Each card's entry, title and question, without decoding its body into what it means."""
        for entry, line in zip(self.entries, self.lines[_HEAD_LINES:], strict=True):
            match _load(line):
                case [str(title), str(question), str(), int(), _]:
                    yield entry, title, question
                case _:
                    raise DamagedCacheError

    def outline(self) -> ParsedLesson:
        """The lesson without its cards."""
        faults = tuple(_lesson_fault(values, self.origin.file) for values in _list(_load(self.lines[0])))
        match _load(self.lines[2]):
            case None:
                return ParsedLesson(None, faults)
            case [str(title), str(introduction), list(values)]:
                sections = tuple(_section(section) for section in values)
                course, slug, file = self.origin.course, self.origin.slug, self.origin.file
                return ParsedLesson(Lesson(course, slug, title, file, introduction, sections, ()), faults)
        raise DamagedCacheError

    def parsed(self) -> ParsedLesson:
        """The whole lesson."""
        outline = self.outline()
        if outline.lesson is None:
            return outline
        cards = tuple(map(self._card, self.entries, self.lines[_HEAD_LINES:]))
        return replace(outline, lesson=replace(outline.lesson, cards=cards))

    def _card(self, entry: CardEntry, line: str) -> Card:
        match _load(line):
            case [str(title), str(question), str(answer), int(number), body]:
                return Card(
                    id=entry.id,
                    kind=entry.kind,
                    title=title,
                    section=entry.section,
                    question=question,
                    answer=answer,
                    body=_body(entry.kind, body),
                    line=number,
                    was=entry.was,
                    content_hash=entry.content_hash,
                )
        raise DamagedCacheError


def _card_values(card: Card) -> list[object]:
    return [card.title, card.question, card.answer, card.line, _body_values(card.body)]


def _body_values(body: Body) -> list[object]:
    match body:
        case Recall(key_points):
            return [key_points]
        case Cloze(blanks, code):
            return [blanks, code]
        case Choice(options):
            return [[[option.text, option.right, option.why] for option in options]]
        case Printed(code, output):
            return [code, output]
        case Bug(code, output, repaired, repaired_output):
            return [code, output, repaired, repaired_output]
        case Order(steps):
            return [steps]


def _body(kind: CardKind, values: object) -> Body:
    match kind, values:
        case CardKind.RECALL, [points]:
            return Recall(_texts(points))
        case CardKind.CLOZE, [blanks, list(code)] if all(isinstance(flag, bool) for flag in code):
            return Cloze(_texts(blanks), tuple(code))
        case CardKind.CHOICE, [list(options)]:
            return Choice(tuple(_option(option) for option in options))
        case ((CardKind.OUTPUT | CardKind.SHAPE), [str(code), str(output)]):
            return Printed(code, output)
        case CardKind.BUG, [str(code), str(output), str(repaired), str(repaired_output)]:
            return Bug(code, output, repaired, repaired_output)
        case CardKind.ORDER, [steps]:
            return Order(_texts(steps))
    raise DamagedCacheError


def _option(values: object) -> Option:
    match values:
        case [str(text), bool(right), str(why)]:
            return Option(text, right, why)
    raise DamagedCacheError


def _section(values: object) -> Section:
    match values:
        case [str(slug), str(title), str(text), int(line)]:
            return Section(slug, title, text, line)
    raise DamagedCacheError


def _course(values: object) -> CourseRecord:
    match values:
        case [str(slug), str(title), phases, bool(ten_sections), list(lessons), gated]:
            known = tuple(_lesson(lesson) for lesson in lessons)
            return CourseRecord(slug, title, _texts(phases), ten_sections, known, _texts(gated))
    raise DamagedCacheError


def _lesson(values: object) -> LessonRecord:
    match values:
        case [
            str(slug), str(file), str(title), str(phase), requires, int(minutes),
            exercises, list(sections), int(cards), str(key),
        ]:  # fmt: skip
            return LessonRecord(
                slug=slug,
                file=_file_name(file),
                title=title,
                phase=phase,
                requires=_texts(requires),
                minutes=minutes,
                exercises=_texts(exercises),
                sections=tuple(_pair(section) for section in sections),
                cards=cards,
                key=_file_name(key),
            )
    raise DamagedCacheError


def _pair(values: object) -> tuple[str, str]:
    match values:
        case [str(first), str(second)]:
            return first, second
    raise DamagedCacheError


def _stamp(values: object) -> tuple[int, int]:
    match values:
        case [int(modified), int(size)]:
            return modified, size
    raise DamagedCacheError


def _folder_fault(values: object, folder: Path) -> Fault:
    match values:
        case [str(name), int(line), str(message)]:
            return Fault(folder / _file_name(name) if name else folder, line, message)
    raise DamagedCacheError


def _lesson_fault(values: object, file: Path) -> Fault:
    match values:
        case [int(line), str(message)]:
            return Fault(file, line, message)
    raise DamagedCacheError


def _file_name(name: str) -> str:
    """A name that stays in its folder."""
    if not name or Path(name).name != name:
        raise DamagedCacheError
    return name


def _kind(value: str) -> CardKind:
    kind = _KINDS.get(value)
    if kind is None:
        raise DamagedCacheError
    return kind


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise DamagedCacheError
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise DamagedCacheError
    return value


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_text(text) for text in _list(value))


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _load(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise DamagedCacheError from None
