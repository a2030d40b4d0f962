"""Finds string literals of C, for the house tests of texts."""
import re

# Comments and character constants are skipped; [1] is a literal with the literals that follow it.
TOKENS = re.compile(r'/\*.*?\*/|//[^\n]*|\'(?:\\.|[^\'\\])+\'|("(?:\\.|[^"\\])*"(?:\s*"(?:\\.|[^"\\])*")*)', re.DOTALL)
JOINT = re.compile(r'"\s*"')


def literals(text):
    """Yields (line, content) of each literal; adjacent literals are one."""
    text = re.sub(r'^#include[^\n]*', '', text, flags=re.MULTILINE)
    for token in TOKENS.finditer(text):
        if token[1] is not None:
            yield text.count('\n', 0, token.start()) + 1, JOINT.sub('', token[1])[1:-1]
