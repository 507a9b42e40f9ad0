"""Scrolling a page by keys, for screens that show one."""

from textual.containers import VerticalScroll
from textual.widget import Widget

from quizterm.tui.screens.screen import CommandScreen


class Page(VerticalScroll, can_focus=False):
    """A page taller than the screen; the screen's keys move it."""


class ScrollingScreen(CommandScreen):
    """A screen around one page."""

    @property
    def page(self) -> Widget:
        return self.query_one(Page)

    def action_scroll_lines(self, lines: str) -> None:
        self.page.scroll_relative(y=int(lines), animate=False)

    def action_scroll_pages(self, pages: str) -> None:
        self.page.scroll_relative(y=round(float(pages) * self.page.size.height), animate=False)

    def action_scroll_to(self, edge: str) -> None:
        if edge == "top":
            self.page.scroll_home(animate=False)
        else:
            self.page.scroll_end(animate=False)
