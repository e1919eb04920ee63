"""A par sheet, or a chart, as one HTML file that needs nothing beside it and prints well."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from jinja2 import Environment

from cutcard.odds import Chart
from cutcard.reports.chart_text import colours
from cutcard.reports.sheet.blocks import (
    Block,
    ChartBlock,
    Comparison,
    Facts,
    Grid,
    Heading,
    Pages,
    Prose,
    sides,
)

STYLE: Final = """
:root { color-scheme: light; --ink: #1a1a1a; --soft: #5b6068; --rule: #c9ced6; --head: #eef1f5; }
* { box-sizing: border-box; }
body { font: 14px/1.45 "Helvetica Neue", Arial, sans-serif; color: var(--ink); background: #fff;
  max-width: 62rem; margin: 2rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.9rem; margin: 0 0 .2rem; }
h2 { font-size: 1.25rem; margin: 2.4rem 0 .3rem; border-top: 2px solid var(--ink); padding-top: .5rem; }
h3 { font-size: 1.05rem; margin: 1.4rem 0 .3rem; }
p.sub, p.note { color: var(--soft); margin: .1rem 0 .8rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .7rem 0; font-size: .87rem; }
th { text-align: left; background: var(--head); border-bottom: 1.5px solid var(--ink); }
th, td { padding: .24rem .5rem; vertical-align: top; }
tbody tr { border-bottom: 1px solid var(--rule); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tr.total td { font-weight: 600; border-top: 1.5px solid var(--ink); }
tr.marked td { background: #fff3d6; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .7rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
dd.exact { font: .78rem/1.5 ui-monospace, Consolas, Menlo, monospace; overflow-wrap: anywhere; }
ul { margin: .4rem 0 .8rem; padding-left: 1.2rem; }
table.sides { table-layout: fixed; }
table.sides th:first-child { width: 17%; }
table.sides.noted th:nth-child(4) { width: 15%; }
table.sides th[scope] { background: none; border: 0; font-weight: 600; }
table.sides td { overflow-wrap: break-word; white-space: pre-line; }
.cite { color: #0b5563; font-size: .8rem; display: block; }
@media (max-width: 40rem) {
  table.sides, .sides tbody, .sides tr, .sides th, .sides td { display: block; width: auto !important; }
  .sides thead { display: none; }
  .sides td[data-side]:not([data-side=""])::before { content: attr(data-side); display: block;
    color: var(--soft); font-size: .75rem; }
}
.plans { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: flex-start; }
table.plan { width: auto; font-size: .82rem; }
table.plan th { background: none; border: 0; text-align: center; font-weight: 600; }
table.plan td { text-align: center; min-width: 2.1rem; border: 1px solid #fff; padding: .16rem .2rem; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; font-size: .85rem; }
.legend b { display: inline-block; min-width: 2.1rem; text-align: center; padding: 0 .3rem; }
footer { color: var(--soft); font-size: .8rem; margin-top: 2.5rem; border-top: 1px solid var(--rule); }
@page { size: letter; margin: 16mm 14mm; }
@media print {
  html { font-size: 11px; }
  body { max-width: none; margin: 0; padding: 0; font-size: 11px; }
  table { margin: .5rem 0; } th, td { padding: .1rem .4rem; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2, h3 { break-after: avoid; } tr, dl, .plan { break-inside: avoid; }
  h2.new, h3.new { break-before: page; } .wide { overflow: visible; }
}
"""

TEMPLATE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ title }}: {{ running }}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>{{ style|safe }}</style></head>
<body><header><h1>{{ title }}</h1><p class="sub">{{ subtitle }}</p></header><main>
{% for b in blocks %}
{% if b.kind == "Heading" %}
<h{{ b.level + 1 }}{% if b.new_page %} class="new"{% endif %}>{{ b.text }}</h{{ b.level + 1 }}>
{% if b.note %}<p class="note">{{ b.note }}</p>{% endif %}
{% elif b.kind == "Facts" %}
<dl>{% for name, text in b.rows %}<dt>{{ name }}</dt><dd{% if name in b.exact %} class="exact"{% endif
 %}>{{ text }}</dd>{% endfor %}</dl>
{% elif b.kind == "Grid" %}
<div class="wide"><table><thead><tr>{% for c in b.columns %}<th{% if c.endswith("#") %} class="n"{% endif
 %}>{{ c.rstrip("#") }}</th>{% endfor %}</tr></thead><tbody>
{% for row in b.rows %}<tr class="{% if b.total and loop.last %}total{% endif
 %}{% if loop.index0 in b.marked %}marked{% endif %}">{% for cell in row
 %}<td{% if b.columns[loop.index0].endswith("#") %} class="n"{% endif %}>{{ cell }}</td>{% endfor %}</tr>
{% endfor %}</tbody></table></div>
{% elif b.kind == "Prose" and b.lines %}
{% if b.title %}<h3>{{ b.title }}</h3>{% endif %}
<ul>{% for line in b.lines %}<li>{{ line }}</li>{% endfor %}</ul>
{% elif b.kind == "Comparison" %}
<table class="sides{% if b.note %} noted{% endif %}">{% if b.before %}<thead><tr><th></th>
<th>{{ b.before }}</th><th>{{ b.after }}</th>{% if b.note %}<th>{{ b.note }}</th>{% endif
 %}</tr></thead>{% endif %}<tbody>
{% for row in b.rows %}<tr{% if row.anchor %} id="{{ row.anchor }}"{% endif
 %}><th scope="row">{{ row.label }}</th><td data-side="{{ b.before }}">{{ row.before
 }}{% if row.cite_before %} <span class="cite">{{ row.cite_before }}</span>{% endif
 %}</td><td data-side="{{ b.after }}">{{ row.after
 }}{% if row.cite_after %} <span class="cite">{{ row.cite_after }}</span>{% endif
 %}</td>{% if b.note %}<td data-side="{{ b.note if row.note }}">{{ row.note }}</td>{% endif %}</tr>
{% endfor %}</tbody></table>
{% elif b.kind == "Plan" %}
<div class="plans">{% for title, rows in b.sections %}<table class="plan"><caption>{{ title }}</caption>
<thead><tr><th></th>{% for c in b.columns %}<th>{{ c }}</th>{% endfor %}</tr></thead><tbody>
{% for label, cells in rows %}<tr><th>{{ label }}</th>{% for c in cells
 %}<td style="background:{{ c.paper }};color:{{ c.ink }}">{{ c.code }}</td>{% endfor %}</tr>
{% endfor %}</tbody></table>{% endfor %}</div>
<p class="legend">{% for c in b.legend
 %}<span><b style="background:{{ c.paper }};color:{{ c.ink }}">{{ c.code }}</b> {{ c.words }}</span>{%
 endfor %}</p>
{% endif %}{% endfor %}
</main><footer>{{ foot }}</footer></body></html>
"""


def sheet_html(pages: Pages) -> str:
    """The whole file."""
    template = Environment(autoescape=True, trim_blocks=True).from_string(TEMPLATE)
    return template.render(
        title=pages.title,
        subtitle=pages.subtitle,
        running=pages.running,
        foot=pages.foot,
        style=STYLE,
        blocks=[plain(each) for each in pages.blocks],
    )


def plain(block: Block) -> dict[str, object]:
    """A block as plain values, which both layouts read."""
    match block:
        case ChartBlock(chart):
            return {"kind": "Plan", **plan(chart)}
        case Heading() | Facts() | Grid() | Prose() | Comparison():
            return {"kind": type(block).__name__, **asdict(block)}


def plan(chart: Chart) -> dict[str, object]:
    """A chart as plain values, each cell with its colours."""
    return {
        "columns": list(chart.columns),
        "sections": [
            [title, [[label, [_cell(code) for code in codes]] for label, codes in rows]]
            for title, rows in chart.sections
            if rows
        ],
        "sides": sides(chart),
        "legend": [{**_cell(code), "words": meaning} for code, meaning in chart.legend.items()],
    }


def _cell(code: str) -> dict[str, str]:
    paper, ink = colours(code)
    return {"code": code, "paper": paper, "ink": ink}
