"""Every command of the app, declared once: keys, key bar, palette and help are made from this table."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from textual.binding import Binding, BindingsMap, BindingType
from textual.keys import format_key


class Place(Enum):
    """Where a command works; the value is its heading in the help, up to a comma that of its whole screen."""

    EVERYWHERE = "Everywhere"
    TODAY = "Today"
    REVIEW = "Review"
    FIELD = "Review, in a field"
    QUESTION = "Review, question"
    ANSWER = "Review, answer"
    ENDING = "End of a sitting"
    LESSONS = "Lessons"
    LESSON = "Lesson"
    CONTENTS = "Contents"
    INFO = "Card info"
    NOTE = "Note"
    STATS = "Stats"
    BROWSE = "Browse"
    FILTER = "Browse, in the filter"
    QUIZ = "Quiz"
    QUIZ_FIELD = "Quiz, in a field"
    QUIZ_QUESTION = "Quiz, question"
    QUIZ_JUDGED = "Quiz, answer"
    QUIZ_OWN_WORD = "Quiz, answer said aloud"
    QUIZ_RESULT = "End of a quiz"
    INTERVIEW = "Interview"
    GLOSSARY = "Glossary"
    STEPPER = "Loop stepper"
    SETTINGS = "Settings"
    SETTING = "Settings, while typing"
    KEYS = "Keys"
    EXERCISES = "Exercises"
    EXERCISE = "Exercise"
    EDITOR = "Exercise, in the editor"
    FIND = "Exercise, in the search"
    CONFLICT = "Exercise, two versions of the file"
    SOLUTION = "Solution"
    RESULTS = "Results"
    HELP = "Help"


class Command(NamedTuple):
    """Something a key does; the screen has a method `action_<name>`.

    With `each`, the keys stand for different values of one thing, and the action is given the value.
    """

    name: str
    keys: tuple[str, ...]
    words: str  # in help and palette
    short: str = ""  # in the key bar; empty: not shown there
    each: bool = False
    called: str = ""  # in the settings; needed where the name has a parameter
    values: tuple[str, ...] = ()  # with `each`: what each key stands for; empty: the keys themselves

    @property
    def shown_keys(self) -> str:
        keys = [shown_key(key) for key in self.keys]
        if self.each and len(keys) > 2 and not self.values:
            return f"{keys[0]} to {keys[-1]}"
        return " ".join(keys)

    @property
    def first_key(self) -> str:
        return shown_key(self.keys[0])


Table = Mapping[Place, tuple[Command, ...]]

_SHOWN = {
    "escape": "esc",
    "enter": "enter",
    "backspace": "backspace",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "pgdn",
    "pageup": "pgup",
}

_BACK = Command("back", ("q", "escape"), "Go back", "back")
_SCROLL = (
    Command("scroll_lines('1')", ("j", "down"), "Scroll down", called="scroll_down"),
    Command("scroll_lines('-1')", ("k", "up"), "Scroll up", called="scroll_up"),
    Command("scroll_pages('0.5')", ("ctrl+d", "pagedown"), "Scroll down half a page", called="half_page_down"),
    Command("scroll_pages('-0.5')", ("ctrl+u", "pageup"), "Scroll up half a page", called="half_page_up"),
)
_MOVE = (
    Command("move('1')", ("j", "down"), "Move down", called="move_down"),
    Command("move('-1')", ("k", "up"), "Move up", called="move_up"),
    Command("move_to('first')", ("g", "home"), "Move to the first line", called="move_to_first"),
    Command("move_to('last')", ("G", "end"), "Move to the last line", called="move_to_last"),
)

COMMANDS: dict[Place, tuple[Command, ...]] = {
    Place.EVERYWHERE: (
        Command("help", ("question_mark",), "The keys of this screen", "keys"),
        Command("command_palette", ("ctrl+p", "colon"), "All commands"),
        Command("next_theme", ("T",), "Next colour theme"),
        Command("settings", ("comma",), "Settings"),
        Command("glossary", ("W",), "Glossary: the words of the course"),
    ),
    Place.TODAY: (
        Command("start", ("enter", "space"), "Start what is marked", "start"),
        Command("lessons", ("l",), "All lessons", "lessons"),
        Command("exercises", ("x",), "All exercises", "exercises"),
        Command("browse", ("b",), "All cards and exercises", "browse"),
        Command("stats", ("s",), "What you did, and how well it is remembered", "stats"),
        Command("placement", ("P",), "Ten questions that enter what you know already"),
        *_MOVE,
        Command("leave", ("q",), "Leave quizterm", "quit"),
    ),
    Place.FIELD: (
        Command("reveal", ("enter",), "Show the answer", "answer"),
        Command("leave_field", ("escape",), "Leave the field", "leave the field"),
    ),
    Place.QUESTION: (Command("reveal", ("space", "enter"), "Show the answer", "answer"),),
    Place.ANSWER: (
        Command("take", ("space", "enter"), "Take the suggested grade", "grade"),
        Command("grade", ("1", "2", "3", "4"), "Grade: Again, Hard, Good, Easy", each=True),
        Command("tick", ("a", "b", "c", "d", "e"), "Tick a key point you said", each=True),
        Command("ask_again", ("r",), "The question again", "question"),
    ),
    Place.REVIEW: (
        Command("open_lesson", ("o",), "Read the lesson here, then come back", "lesson"),
        Command("undo", ("u",), "Undo the last answer or change", "undo"),
        Command("bury", ("minus",), "Bury: not again today", "bury"),
        Command("suspend", ("at",), "Suspend: not again until it is resumed", "suspend"),
        Command("flag", ("exclamation_mark",), "Flag, or take the flag away"),
        Command("edit", ("E",), "Your note on the card; the file itself, if the deck is your own"),
        Command("info", ("i",), "All that is known of the card"),
        Command("look_back", ("p",), "The card before this one, and how you graded it"),
        Command("enter_field", ("tab",), "Back into the field"),
        *_SCROLL,
        _BACK,
    ),
    Place.ENDING: (
        Command("go_on", ("enter", "space"), "On with the day: its exercise, then Today", "go on"),
        Command("back", ("q", "escape"), "Back to Today", "today"),
        Command("undo", ("u",), "Undo the last answer or change", "undo"),
        Command("lessons", ("l",), "All lessons", "lessons"),
    ),
    Place.LESSONS: (
        Command("open", ("enter", "space"), "Open the lesson", "open"),
        *_MOVE,
        _BACK,
    ),
    Place.LESSON: (
        Command(
            "turn('1')",
            ("n", "right"),
            "Next section; this one is read if its end was shown",
            "next",
            called="next_section",
        ),
        Command("turn('-1')", ("p", "left"), "Previous section", "previous", called="previous_section"),
        Command("contents", ("tab",), "Contents", "contents"),
        Command("ask_section", ("c",), "The cards of this section", "cards"),
        Command("exercise", ("x",), "The exercises of the lesson", "exercise"),
        Command("run_code", ("R",), "Run the marked code, or stop it", "run"),
        Command("mark_code('1')", ("J",), "Mark the next code on the page", called="next_code"),
        Command("mark_code('-1')", ("K",), "Mark the code before it", called="previous_code"),
        Command("copy_code", ("y",), "Copy the marked code", "copy"),
        Command("quiz", ("Q",), "A quiz: three questions before reading, eight after", "quiz"),
        Command("interview", ("I",), "A mock interview about the lesson"),
        Command("stepper", ("S",), "Step through the training loop"),
        *_SCROLL,
        Command("scroll_to('top')", ("g", "home"), "To the top of the page", called="scroll_to_top"),
        Command("scroll_to('bottom')", ("G", "end"), "To the bottom of the page", called="scroll_to_bottom"),
        _BACK,
    ),
    Place.CONTENTS: (
        Command("open", ("enter", "space"), "Go to the section", "open"),
        *_MOVE,
        Command("back", ("q", "escape", "tab"), "Go back", "back"),
    ),
    Place.STATS: (
        Command("turn('1')", ("s", "n", "right"), "Next page", "next page", called="next_page"),
        Command("turn('-1')", ("S", "p", "left"), "Previous page", called="previous_page"),
        *_SCROLL,
        _BACK,
    ),
    Place.INFO: (
        *_SCROLL,
        Command("back", ("q", "escape", "i", "p"), "Go back", "back"),
    ),
    Place.NOTE: (Command("keep", ("escape",), "Keep the note and go back", "keep it"),),
    Place.FILTER: (
        Command("finish_filter", ("enter",), "To the list", "to the list"),
        Command("clear_filter", ("escape",), "Everything again", "clear"),
    ),
    Place.BROWSE: (
        Command("filter", ("slash",), 'Filter: words, "phrases", lesson: kind: is: due: seen: lapses> ...', "filter"),
        Command("open", ("enter",), "Open where it is taught", "open"),
        Command("preview", ("space",), "Show or hide the preview", "preview"),
        Command("suspend", ("at",), "Suspend, or ask again", "suspend"),
        Command("flag", ("exclamation_mark",), "Flag, or take the flag away"),
        Command("info", ("i",), "All that is known of it", "info"),
        Command("edit", ("E",), "Your note on the card; the file itself, if the deck is your own"),
        Command("reset", ("R",), "Reset the schedule (asks)"),
        Command("undo", ("u",), "Undo the last answer or change", "undo"),
        *_MOVE,
        Command("move_pages('0.5')", ("ctrl+d", "pagedown"), "Move down half a page", called="half_page_down"),
        Command("move_pages('-0.5')", ("ctrl+u", "pageup"), "Move up half a page", called="half_page_up"),
        _BACK,
    ),
    Place.QUIZ_FIELD: (
        Command("reveal", ("enter",), "Show the answer", "answer"),
        Command("leave_field", ("escape",), "Leave the field", "leave the field"),
    ),
    Place.QUIZ_QUESTION: (Command("reveal", ("space", "enter"), "Show the answer", "answer"),),
    Place.QUIZ_JUDGED: (Command("go_on", ("space", "enter"), "The next question", "next"),),
    Place.QUIZ_OWN_WORD: (
        Command("knew", ("y", "3"), "You knew it", "I knew it"),
        Command("did_not_know", ("n", "1"), "You did not", "I did not"),
        Command("tick", ("a", "b", "c", "d", "e"), "Tick a key point you said", each=True),
    ),
    Place.QUIZ: (
        Command("enter_field", ("tab",), "Back into the field"),
        *_SCROLL,
        Command("back", ("q", "escape"), "End the quiz here; what was answered counts", "end"),
    ),
    Place.QUIZ_RESULT: (
        Command("back", ("enter", "space", "q", "escape"), "Go back", "back"),
        Command("undo", ("u",), "Undo what the quiz did to the schedule"),
        *_SCROLL,
    ),
    Place.INTERVIEW: (
        Command("go_on", ("space", "enter"), "An answer; then the next question", "go on"),
        Command("previous", ("p", "left"), "One step back", "previous"),
        *_SCROLL,
        _BACK,
    ),
    Place.GLOSSARY: (
        Command("open", ("enter",), "Read on in its lesson", "lesson"),
        Command("move('1')", ("down",), "Move down", called="move_down"),
        Command("move('-1')", ("up",), "Move up", called="move_up"),
        Command("back", ("escape",), "Go back", "back"),
    ),
    Place.STEPPER: (
        Command("step('1')", ("space", "n", "right"), "The next line", "next", called="next_line"),
        Command("step('-1')", ("p", "left", "backspace"), "One line back", "previous", called="previous_line"),
        Command("round('1')", ("j", "down"), "The same line in the next round", "next round", called="next_round"),
        Command("round('-1')", ("k", "up"), "The same line in the round before", called="previous_round"),
        Command("first", ("g", "home"), "To the beginning"),
        Command("last", ("G", "end"), "To the end, and what is to be learned", "end"),
        Command("choose", ("0", "1", "2", "3", "4", "5", "6"), "Whole, or what is missing", each=True),
        Command("open_lesson", ("o",), "Read the lesson", "lesson"),
        Command("scroll_pages('0.5')", ("ctrl+d", "pagedown"), "Scroll down half a page", called="half_page_down"),
        Command("scroll_pages('-0.5')", ("ctrl+u", "pageup"), "Scroll up half a page", called="half_page_up"),
        _BACK,
    ),
    Place.SETTINGS: (
        Command("change", ("enter", "space"), "Change: the next choice, or another value typed", "change"),
        Command("choose('1')", ("l", "right"), "Next choice", called="next_choice"),
        Command("choose('-1')", ("h", "left"), "Previous choice", called="previous_choice"),
        Command("reset", ("d", "delete"), "Back to the default", "default"),
        *_MOVE,
        _BACK,
    ),
    Place.SETTING: (
        Command("keep", ("enter",), "Keep what is typed", "keep"),
        Command("leave_field", ("escape",), "Leave it as it was", "leave as it was"),
    ),
    Place.KEYS: (
        Command("change", ("enter", "space"), "Press another key for the command", "change"),
        Command("add", ("a",), "Press one more key for the command", "add"),
        Command("reset", ("d", "delete"), "Back to its usual keys", "default"),
        *_MOVE,
        _BACK,
    ),
    Place.EXERCISES: (
        Command("open", ("enter", "space"), "Open the exercise", "open"),
        *_MOVE,
        _BACK,
    ),
    Place.EXERCISE: (
        Command("type", ("i", "enter"), "Type in the editor", "type"),
        Command("run", ("r", "f5", "ctrl+r"), "Save and run", "run"),
        Command("results", ("v",), "The verdict in full", "verdict"),
        Command("cards", ("c",), "The cards that explain what is wrong"),
        Command("turn('1')", ("tab",), "Next pane", "pane", called="next_pane"),
        Command("hint", ("h",), "Next hint", "hint"),
        Command("brief", ("d",), "The brief", "brief"),
        Command("turn('-1')", ("shift+tab",), "Previous pane", called="previous_pane"),
        Command("stop", ("S", "f8"), "Stop the run"),
        Command("edit_outside", ("e", "f4"), "Open in $EDITOR"),
        Command("watch", ("w",), "Run every save from outside, or no more"),
        Command("find", ("slash", "ctrl+f"), "Search in the file"),
        Command("solution", ("s",), "Your file beside the solution (asks before the pass)"),
        Command("reset", ("x",), "Begin afresh (asks); your file goes to the archive"),
        Command("open_lesson", ("o",), "Read the lesson, then come back"),
        Command("beside('1')", ("n",), "Next exercise", called="next_exercise"),
        Command("beside('-1')", ("p",), "Previous exercise", called="previous_exercise"),
        Command("list", ("l",), "All exercises"),
        *_SCROLL,
        Command("scroll_to('top')", ("g", "home"), "To the top of the pane", called="scroll_to_top"),
        Command("scroll_to('bottom')", ("G", "end"), "To the bottom of the pane", called="scroll_to_bottom"),
        _BACK,
    ),
    Place.EDITOR: (
        Command("leave_editor", ("escape",), "Leave the editor", "leave the editor"),
        Command("run", ("f5", "ctrl+r"), "Save and run", "run"),
        Command("find", ("ctrl+f",), "Search in the file", "search"),
        Command("comment", ("ctrl+underscore", "ctrl+slash"), "Make comments, or code again"),
        Command("undo_edit", ("ctrl+z",), "Undo"),
        Command("redo_edit", ("ctrl+y",), "Redo"),
        Command("edit_outside", ("f4",), "Open in $EDITOR"),
        Command("stop", ("f8",), "Stop the run"),
    ),
    Place.FIND: (
        Command("find_next('1')", ("enter", "down"), "Next place", "next", called="find_next"),
        Command("find_next('-1')", ("up",), "Previous place", "previous", called="find_previous"),
        Command("leave_find", ("escape",), "Back to the editor", "to the editor"),
    ),
    Place.CONFLICT: (
        Command("keep_mine", ("m",), "Keep your version; the other goes to the archive", "keep yours"),
        Command("take_theirs", ("t",), "Take the other version; yours goes to the archive", "take the other"),
    ),
    Place.SOLUTION: (
        *_SCROLL,
        Command("scroll_to('top')", ("g", "home"), "To the top", called="scroll_to_top"),
        Command("scroll_to('bottom')", ("G", "end"), "To the bottom", called="scroll_to_bottom"),
        Command("back", ("q", "escape", "s"), "Go back", "back"),
    ),
    Place.RESULTS: (
        Command("pane", ("1", "2", "3", "4", "5"), "Checks, values, gradients, loss, graph", each=True),
        Command(
            "failure('1')",
            ("right_square_bracket", "right"),
            "Next failure; next check after a pass",
            "next failure",
            called="next_failure",
        ),
        Command("failure('-1')", ("left_square_bracket", "left"), "Previous failure", called="previous_failure"),
        Command("expand", ("enter",), "All differences of the check, or the first alone", "expand"),
        Command("rerun", ("r",), "Run again", "rerun"),
        Command("edit", ("e",), "Edit, at the failing line if one is known", "edit"),
        Command("cards", ("c",), "The cards that explain it", "cards"),
        Command("open_lesson", ("o",), "Read the lesson, then come back"),
        Command("copy", ("y",), "Copy the check", "copy"),
        Command("turn('1')", ("tab",), "Next pane", called="next_pane"),
        Command("turn('-1')", ("shift+tab",), "Previous pane", called="previous_pane"),
        *_SCROLL,
        Command("scroll_to('top')", ("g", "home"), "To the top of the pane", called="scroll_to_top"),
        Command("scroll_to('bottom')", ("G", "end"), "To the bottom of the pane", called="scroll_to_bottom"),
        _BACK,
    ),
    Place.HELP: (
        *_SCROLL,
        Command("back", ("q", "escape", "question_mark"), "Go back", "back"),
    ),
}


def bindings(*places: Place, table: Table = COMMANDS) -> list[BindingType]:
    """The Textual bindings of these places' commands; each tells by its id from which place it is."""
    return [
        Binding(key, action, words, show=False, id=place.name)
        for place in places
        for key, action, words in _actions(table[place])
    ]


def rebound(bound: BindingsMap, declared: Iterable[BindingType], table: Table) -> BindingsMap:
    """What is bound, with the keys that the table has for the places of the declared bindings."""
    places = [Place[name] for name in dict.fromkeys(one.id for one in declared if isinstance(one, Binding)) if name]
    ours = {place.name for place in places}
    others = BindingsMap()
    for _, binding in bound:
        if binding.id not in ours:
            others.key_to_bindings.setdefault(binding.key, []).append(binding)
    return BindingsMap.from_keys(
        {**others.key_to_bindings, **BindingsMap(bindings(*places, table=table)).key_to_bindings}
    )


def is_available(action: str, places: Collection[Place]) -> bool | None:
    """Whether an action works in these places; None for actions that are not in the table."""
    known = [place for place, commands in COMMANDS.items() if any(_method(one) == action for one in commands)]
    return any(place in places for place in known) if known else None


def commands_in(places: Iterable[Place], table: Table = COMMANDS) -> Iterator[Command]:
    """The commands of several places, one after another."""
    for place in places:
        yield from table[place]


def command_id(place: Place, command: Command) -> str:
    """What the command is called in the settings: `review.suspend`."""
    return f"{place.name.lower()}.{command.called or command.name}"


def shown_key(key: str) -> str:
    """A key as the learner's keyboard has it."""
    return _SHOWN.get(key) or format_key(key)


def _actions(commands: Iterable[Command]) -> Iterator[tuple[str, str, str]]:
    for command in commands:
        for key, value in zip(command.keys, command.values or command.keys, strict=command.each):
            yield key, f"{command.name}('{value}')" if command.each else command.name, command.words


def _method(command: Command) -> str:
    return command.name.partition("(")[0]
