"""What is told of a graded file, as blocks of a page: in words first, then check by check, then in pictures."""
