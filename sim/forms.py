"""What pydantic refuses, in the words of every other message: what was found, what is allowed."""

from collections.abc import Mapping
from typing import Any

LONGEST = 60  # characters of what was found
FORMS = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "string_type": "a text",
    "string_too_short": "a text that is not empty",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}
BOUNDS = {
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "up to {le}",
    "less_than": "less than {lt}",
    "too_short": "{min_length} or more entries",
    "too_long": "up to {max_length} entries",
    "literal_error": "{expected}",
}


def allowed(error: Mapping[str, Any]) -> str:
    """Return what would have been allowed where pydantic found an error."""
    kind = error["type"]
    if kind in FORMS:
        return f"allowed: {FORMS[kind]}"
    if kind in BOUNDS:
        return f"allowed: {BOUNDS[kind].format(**error['ctx'])}"
    message = str(error["msg"])
    return f"{message[:1].lower()}{message[1:]}"


def found(error: Mapping[str, Any]) -> str:
    """Return what pydantic found: the value, shortened, or how many entries there are of a wrong number."""
    if error["type"] in ("too_short", "too_long") and error["input"]:
        return f"found {len(error['input'])}"
    shown = "nothing" if error["input"] is None else repr(error["input"])
    return f"found {shown if len(shown) <= LONGEST else f'{shown[: LONGEST - 3]}...'}"
