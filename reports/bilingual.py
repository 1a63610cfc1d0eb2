"""Texts in both languages at once: the page holds Chinese and English and shows one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from reports.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from reports.runs import RunFolder

LANGS = ("zh", "en")


@dataclass(frozen=True)
class Both:
    """One text in both languages. In a template it becomes two spans, of which the page shows one."""

    zh: str
    en: str

    def __getitem__(self, lang: str) -> str:
        """Return the text in a language."""
        return self.zh if lang == "zh" else self.en

    def each(self, change: Callable[[str], str]) -> Both:
        """Return both texts changed by a function."""
        return Both(change(self.zh), change(self.en))

    def __html__(self) -> str:
        """Return the escaped spans; the text alone where the languages agree."""
        if self.zh == self.en:
            return escape(self.zh)
        return Markup('<span lang="zh">{}</span><span lang="en">{}</span>').format(self.zh, self.en)

    def __add__(self, other: object) -> Both:
        """Return this text with another, or a plain one, behind it."""
        return Both(*(self[lang] + in_language(other, lang) for lang in LANGS))


def in_language(value: object, lang: str) -> str:
    """Return a text of both languages in one of them, and anything else as text."""
    return value[lang] if isinstance(value, Both) else str(value)


def say(key: str, **values: object) -> Both:
    """Return a text of ``words.toml`` with its gaps filled, by values of both languages or plain ones."""
    zh, en = (
        words(lang)[key].format(**{name: in_language(value, lang) for name, value in values.items()}) for lang in LANGS
    )
    return Both(zh, en)


def join(parts: list[Any], between: str | Both = " · ") -> Both:
    """Return texts one after the other."""
    return Both(*(in_language(between, lang).join(in_language(part, lang) for part in parts) for lang in LANGS))


def name_of(run: RunFolder, word: str) -> Both:
    """Return the name of a hero, skill, role or ruleset; its id where there is none."""
    return Both(*(run.name(word, lang) for lang in LANGS))


def faction_of(run: RunFolder, hero: str) -> tuple[str, Both] | None:
    """Return id and name of a hero's faction; None where the run does not say."""
    told = run.meta.get("factions")
    faction = told.get(hero) if isinstance(told, dict) else None
    if not isinstance(faction, str):
        return None
    names = run.meta.get("faction_names") or {}
    return faction, Both(*(str(names.get(lang, {}).get(faction, faction)) for lang in LANGS))
