"""A par sheet, or a chart, as a PDF through typst, with the fonts that typst brings along."""

from __future__ import annotations

import json
from typing import Final

import typst

from cutcard.reports.sheet.blocks import Pages
from cutcard.reports.sheet.html import plain

TEMPLATE: Final = r"""
#let it = json(bytes(sys.inputs.pages))
#let ink = rgb("#1a1a1a")
#let soft = rgb("#5b6068")
#let hair = 0.4pt + rgb("#c9ced6")
#let firm = 0.8pt + ink
#set document(title: it.title + ": " + it.running, date: none)
#set page(paper: "us-letter", margin: (x: 16mm, top: 20mm, bottom: 17mm),
  header: context if counter(page).get().first() > 1 {
    set text(8pt, fill: soft)
    it.title + " · " + it.running
  },
  footer: context {
    set text(8pt, fill: soft)
    it.foot
    h(1fr)
    counter(page).display("1 of 1", both: true)
  })
#set text(font: "Libertinus Serif", size: 9.5pt, fill: ink, number-type: "lining", lang: "en")
#set par(leading: 0.55em)
#let exact(body) = text(font: "DejaVu Sans Mono", size: 6.6pt, body)
#let in-lines(t) = t.clusters().chunks(96).map(part => part.join()).join(linebreak())

#let heading-block(b) = {
  if b.new_page { pagebreak(weak: true) }
  if b.level == 1 {
    block(above: 1.7em, below: 0.6em, sticky: true, width: 100%, {
      line(length: 100%, stroke: 1.2pt + ink)
      v(-0.55em)
      heading(level: 1, text(13pt, weight: "bold", b.text))
    })
  } else {
    block(above: 1.3em, below: 0.5em, sticky: true, heading(level: 2, text(11pt, b.text)))
  }
  if b.note != "" { block(below: 0.8em, sticky: true, text(8.8pt, fill: soft, style: "italic", b.note)) }
}

#let facts-block(b) = block(above: 0.7em, below: 0.9em, sticky: true, breakable: false, grid(
  columns: (auto, 1fr), column-gutter: 1.2em, row-gutter: 0.5em,
  ..b.rows.map(row => (
    text(fill: soft, row.at(0)),
    if row.at(0) in b.exact { exact(in-lines(row.at(1))) } else { row.at(1) },
  )).flatten()))

#let grid-block(b) = {
  let count = b.columns.len()
  let numeric = b.columns.map(c => c.ends-with("#"))
  let last = b.rows.len()
  set text(8.4pt, number-width: "tabular")
  set par(leading: 0.45em)
  block(above: 0.8em, below: 1em, breakable: b.rows.len() > 14, table(
    columns: range(count).map(i => if i == b.widest { 1fr } else { auto }),
    inset: (x: if b.widest < 0 { 6pt } else { 4pt }, y: 2.6pt),
    align: (x, y) => if numeric.at(x) { right } else { left },
    stroke: (x, y) => (
      top: if y < 2 or (b.total and y == last) { firm } else { hair },
      bottom: if y == last { firm } else { none }),
    fill: (x, y) => if y == 0 { rgb("#eef1f5") } else if b.marked.contains(y - 1) { rgb("#fff3d6") },
    table.header(..b.columns.map(c => strong(c.trim("#", at: end)))),
    ..b.rows.enumerate().map(((n, row)) => row.map(cell =>
      if b.total and n == last - 1 { strong(cell) } else { cell })).flatten()))
}

#let prose-block(b) = if b.lines.len() > 0 {
  if b.title != "" {
    block(above: 0.9em, below: 0.4em, sticky: true, text(9pt, weight: "bold", b.title))
  }
  set text(8.8pt)
  set list(indent: 0.2em, spacing: 0.5em, marker: [–])
  block(above: 0.5em, below: 0.9em, list(..b.lines))
}

#let side(words, cite) = {
  words
  if cite != "" { linebreak() + text(7.2pt, fill: rgb("#0b5563"), cite) }
}

#let comparison-block(b) = {
  set text(8.4pt)
  set par(leading: 0.45em)
  let noted = b.note != ""
  block(above: 0.6em, below: 1em, table(
    columns: if noted { (1.1fr, 2fr, 2fr, 0.95fr) } else { (1fr, 2fr, 2fr) },
    inset: (x: 4pt, y: 3.2pt),
    stroke: (x, y) => (top: if y < 2 { firm } else { hair }, bottom: hair),
    fill: (x, y) => if y == 0 and b.before != "" { rgb("#eef1f5") },
    ..if b.before != "" {
      (table.header(..("", b.before, b.after, ..if noted { (b.note,) }).map(c => strong(c))),)
    },
    ..b.rows.map(r => (
      strong(r.label), side(r.before, r.cite_before), side(r.after, r.cite_after),
      ..if noted { (r.note,) })).flatten()))
}

#let cell-box(c) = table.cell(fill: rgb(c.paper), text(fill: rgb(c.ink), c.code))

#let section-plan(columns, section, wide) = {
  let (title, rows) = section
  set text(if wide { 5.6pt } else { 8pt })
  block(breakable: false, below: 1em, {
    text(9pt, weight: "bold", title)
    v(-0.35em)
    table(
      columns: (if wide { 2.2em } else { 3.2em },) + columns.map(_ => if wide { 1fr } else { 2.4em }),
      inset: (x: 0pt, y: if wide { 2.2pt } else { 3.1pt }),
      align: center + horizon,
      stroke: 0.6pt + white,
      [], ..columns.map(c => strong(c)),
      ..rows.map(row => (strong(row.at(0)), ..row.at(1).map(cell-box))).flatten())
  })
}

#let plan-block(b) = {
  let wide = b.columns.len() > 12
  block(above: 0.6em, below: 0.6em, text(8.8pt, fill: soft)[
    Across: what the dealer shows. Down: the player's hand.])
  let made = b.sections.map(s => section-plan(b.columns, s, wide))
  if wide or made.len() < 2 { made.join() } else {
    grid(columns: (1fr, 1fr), column-gutter: 1em,
      ..b.sides.map(side => side.map(i => made.at(i)).join()))
  }
  block(above: 0.4em, below: 1em, grid(columns: (1fr, 1fr), row-gutter: 0.35em, column-gutter: 1em,
    ..b.legend.map(c => grid(columns: (2.4em, 1fr), column-gutter: 0.6em, align: horizon,
      box(fill: rgb(c.paper), inset: (y: 2.2pt), width: 100%,
        align(center, text(8pt, fill: rgb(c.ink), c.code))),
      text(8.6pt, c.words)))))
}

#block(below: 1em, text(21pt, weight: "bold", it.title))
#block(below: 1.1em, text(9.5pt, fill: soft, it.subtitle))
#for b in it.blocks {
  if b.kind == "Heading" { heading-block(b) }
  else if b.kind == "Facts" { facts-block(b) }
  else if b.kind == "Grid" { grid-block(b) }
  else if b.kind == "Prose" { prose-block(b) }
  else if b.kind == "Comparison" { comparison-block(b) }
  else if b.kind == "Plan" { plan-block(b) }
}
"""


def sheet_pdf(pages: Pages) -> bytes:
    """The whole file; the same pages give the same bytes."""
    content = {
        "title": pages.title,
        "subtitle": pages.subtitle,
        "running": pages.running,
        "foot": pages.foot,
        "blocks": [plain(each) for each in pages.blocks],
    }
    document = typst.compile(
        TEMPLATE.encode(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs={"pages": json.dumps(content)},
    )
    assert isinstance(document, bytes)
    return document
