"""Programs that look for the answers: in objects, frames, memory, files, seeds."""

from tests.attacks.attack import attack, refused

NOT_FOUND = "LookupError"
PROGRAMS = {
    "answers among objects": attack(
        """
import gc, types
gc.unfreeze()
def double(x):
    found = [
        thing for thing in gc.get_objects()
        if (isinstance(thing, types.ModuleType) and thing.__name__ in ('reference', 'solution', 'bugs'))
        or (isinstance(thing, types.FunctionType) and thing.__code__.co_filename in ('reference', 'solution.py'))
        or (isinstance(thing, dict) and {'expected', 'reference', 'questions'} & {k for k in thing if type(k) is str}
            and type(thing.get('reference')) in (float, dict, list))
    ]
    if not found: raise LookupError('nothing there')
    return x + x
""",
        "crash",
        says=NOT_FOUND,
    ),
    "answers in frames": attack(
        """
import sys
def double(x):
    frame = sys._getframe()
    while frame is not None:
        for name in ('reference', 'expected', 'question', 'questions', 'exam'):
            if name in frame.f_locals or name in frame.f_globals: return x + x
        frame = frame.f_back
    raise LookupError('nothing there')
""",
        "crash",
        says=NOT_FOUND,
    ),
    "answers among strings": attack(
        """
import gc
gc.unfreeze()
def double(x):
    strings = [s for thing in gc.get_objects() for s in gc.get_referents(thing) if type(s) is str]
    if not any(' '.join(['only', 'in', 'the', 'reference']) in s for s in strings): raise LookupError('nothing there')
    return x + x
""",
        "crash",
        says=NOT_FOUND,
    ),
    "other cases among objects": attack(
        """
import gc, torch
gc.unfreeze()
def double(x):
    cases = [d['x'] for d in gc.get_objects() if type(d) is dict and set(d) == {'x'} and d['x'] is not x]
    tensors = [c for c in cases if type(c).__name__ in ('Tensor', 'RawTensor') and tuple(c.shape) == (3,)]
    others = tensors + [case for case in cases if type(case) is float]
    if not any(type(other) is not type(x) for other in others): raise LookupError('nothing there')
    return x + x
""",
        "crash",
        says=NOT_FOUND,
    ),
    "answers in memory": refused("open('/proc/self/maps').read()\n"),
    "secrets in the environment": attack(
        """
import os
if 'SECRET_TOKEN' not in os.environ: raise LookupError('nothing there')
""",
        "load",
        says=NOT_FOUND,
    ),
    "secrets in the first environment": refused("open('/proc/self/environ').read()\n"),
    "answers in temporary files": refused("import os\nos.listdir('/tmp')\n"),
    "answers through imports": attack(
        """
import sys
sys.path.insert(0, EXERCISE)
import reference
double = reference.double
""",
        "load",
        says="No module named 'reference'",
    ),
    "answers learnt by heart": attack(  # right for another seed
        "def double(x): return 2.5 if isinstance(x, float) else x\n", "differs"
    ),
}
