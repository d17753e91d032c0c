"""Charts as SVG: the page that they stand on, in light and dark, their texts and rules."""

from __future__ import annotations

from carrom.drawing.markup import Value, element, escaped, number

_STYLE = """
svg{font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue","DejaVu Sans",sans-serif;font-size:13px}
.ground{fill:#fffaf2}.text{fill:#2a1d12}.soft{fill:#6b543c}.line{stroke:#d9c7ad}.zero{stroke:#9b8468}
.mark{fill:#9a4f12}.bar{stroke:#9a4f12}.band{fill:#9a4f12;fill-opacity:.16}.trend{stroke:#9a4f12}
.won{fill:#9a4f12}.more{fill:#cf9252}.even{fill:#d9c7ad}.less{fill:#8d9aa3}.lost{fill:#4d5d68}
.other{stroke:#4d5d68}.ink{stroke:#2a1d12}.on-dark{fill:#fffaf2}.on-light{fill:#2a1d12}
@media (prefers-color-scheme:dark){
.ground{fill:#17110d}.text{fill:#f3e7d3}.soft{fill:#c4ae93}.line{stroke:#453226}.zero{stroke:#8a7157}
.mark{fill:#e8a33d}.bar{stroke:#e8a33d}.band{fill:#e8a33d;fill-opacity:.2}.trend{stroke:#e8a33d}
.won{fill:#e8a33d}.more{fill:#a8743a}.even{fill:#453226}.less{fill:#5f707b}.lost{fill:#9db0bc}
.other{stroke:#9db0bc}.ink{stroke:#f3e7d3}.on-dark{fill:#17110d}.on-light{fill:#f3e7d3}
}
"""


def chart(title: str, under: str, width: float, height: float, *parts: str) -> str:
    """A whole picture; `title` and `under` are its text for who cannot see it."""
    return element(
        "svg",
        element("title", escaped(title)),
        element("desc", escaped(under)),
        element("style", _STYLE),
        element("rect", width=width, height=height, rx=10.0, class_="ground"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
    )


def text(words: str, x: float, y: float, class_: str, **more: Value) -> str:
    return element("text", escaped(words), x=x, y=y, class_=class_, **more)


def rule(x1: float, y1: float, x2: float, y2: float, class_: str, width: float = 1.0) -> str:
    return element(
        "line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_, stroke_width=width, stroke_linecap="round"
    )
