"""Where answers are typed: printable keys go into a field, enter reveals, escape leaves it."""
