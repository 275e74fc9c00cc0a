"""Draw: a board and what stands on it in, a text for terminals or an SVG picture out."""

from fragma_dsl.play.draw.plane_svg import draw_plane_svg
from fragma_dsl.play.draw.svg import draw_svg
from fragma_dsl.play.draw.text import draw_text

__all__ = ["draw_plane_svg", "draw_svg", "draw_text"]
