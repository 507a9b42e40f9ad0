"""Moving a mark through a menu by keys, for screens that hold one."""

from quizterm.tui.screens.screen import CommandScreen
from quizterm.tui.widgets.menu import Menu


class MovingScreen(CommandScreen):
    """A screen around one menu."""

    @property
    def menu(self) -> Menu:
        return self.query_one(Menu)

    def action_move(self, step: str) -> None:
        self.menu.move(int(step))

    def action_move_to(self, edge: str) -> None:
        if edge == "first":
            self.menu.move_to(0)
        else:
            self.menu.move_to_last()
