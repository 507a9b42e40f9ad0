"""What each time should stay under, in milliseconds. Printed beside the measured time, never asserted."""

BUDGETS_MS = {
    "quizterm --version": 60,
    "quizterm due": 300,
    "first plain question": 350,
    "first card painted": 450,
    "reveal": 100,
    "grade to next card": 150,
    "grade engine, cold": 2_500,
}
