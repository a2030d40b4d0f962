"""String literals of C, for the rules about what may stand in them."""
import re

# Comments and character constants are skipped; [1] is a literal with the literals that follow it.
TOKENS = re.compile(r'/\*.*?\*/|//[^\n]*|\'(?:\\.|[^\'\\])+\'|("(?:\\.|[^"\\])*"(?:\s*"(?:\\.|[^"\\])*")*)', re.DOTALL)
JOINT = re.compile(r'"\s*"')


def literals(text):
    """(line, content) of each literal, those that follow each other as one."""
    text = re.sub(r'^#include[^\n]*', '', text, flags=re.MULTILINE)
    for token in TOKENS.finditer(text):
        if token[1] is not None:
            yield text.count('\n', 0, token.start()) + 1, JOINT.sub('', token[1])[1:-1]
