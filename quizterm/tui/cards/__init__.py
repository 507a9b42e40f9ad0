"""How each kind of card is asked, answered and shown again with its answer."""
