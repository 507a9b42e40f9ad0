"""What each number should stay under. Printed beside the measured number, never asserted."""

BUDGETS_MS = {
    "quizterm --version": 60,
    "quizterm due": 300,
    "first plain question": 350,
    "first card painted": 450,
    "reveal": 100,
    "grade to next card": 150,
    "verdict of engine, warm": 60,
    "grade engine, cold": 2_500,
    "due counts": 3,
    "first queue": 10,
    "next item": 0.1,
    "fit 20,000 reviews, even": 300,
    "fit 100,000 reviews, even": 800,
    "fit 20,000 reviews, skewed": 900,
    "fit 100,000 reviews, skewed": 1_400,
}

BUDGET_MB = 75
GRADE_ALL_A_SECOND = 40
