"""Text into courses, lessons and cards. Pure: bytes in, values or faults out."""
