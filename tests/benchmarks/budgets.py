"""What each number should stay under. Printed beside the measured number, never asserted."""

MILLISECONDS = {
    "quizterm --version": 60,
    "quizterm due": 300,
    "first plain question": 350,
    "first card painted": 450,
    "reveal": 100,
    "grade to next card": 150,
    "verdict of engine, warm": 60,
    "grade engine, cold": 2_500,
    "fit 20,000 reviews, even": 300,
    "fit 100,000 reviews, even": 800,
    "fit 20,000 reviews, skewed": 900,
    "fit 100,000 reviews, skewed": 1_400,
}
LONG_LIFE_MILLISECONDS = {  # with 100,000 cards and 450,000 answers
    "first card painted": 650,
    "due counts": 3,
    "due ids": 10,
    "next item": 0.1,
}
ANSWER_AGAINST_COMMIT = 1.3
ANSWER_CPU_MILLISECONDS = 0.2
FSYNCS = 1
MEGABYTES = {"app at its first card": 75}
GRADE_ALL_A_SECOND = 40
