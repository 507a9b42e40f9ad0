"""Pictures made of characters: a curve, a graph, a grid of numbers. None rests on colour alone."""
