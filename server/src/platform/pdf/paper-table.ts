import type { StructureElement } from 'pdfkit'
import type { PaperCell, PaperTable } from './paper.ts'
import { ink, type PaperPage } from './paper-page.ts'

const size = 8.5
const gap = 10
const padding = 3
const mostLines = 3

/** A table whose head is repeated on each page. Long texts wrap, and end with an ellipsis after three lines. */
export function writeTable(page: PaperPage, table: PaperTable, parent: StructureElement): void {
  const widths = columnWidths(page, table)
  const element = page.element('Table', parent, { title: table.title })
  page.ensure(60)
  writeRow(
    page,
    element,
    table,
    widths,
    table.columns.map(({ title }) => ({ text: title })),
    true,
  )
  for (const row of table.rows) {
    const height = rowHeight(page, row, widths)
    if (page.ensure(height)) repeatHead(page, table, widths)
    writeRow(page, element, table, widths, row, false)
  }
  element.end()
  page.y += 6
}

function columnWidths(page: PaperPage, { columns, rows }: PaperTable): number[] {
  const natural = columns.map(({ title }, index) => {
    page.style(size, ink.text, true)
    // Enough rows to know what is usual; the others wrap.
    const texts = [title, ...rows.slice(0, 200).map((row) => row[index]?.text ?? '')]
    return Math.max(...texts.map((text) => page.doc.widthOfString(text.slice(0, 120)))) + gap
  })
  const total = natural.reduce((sum, width) => sum + width, 0)
  if (total <= page.width) return spread(natural, columns, page.width - total)
  // Numbers keep their width, texts share the rest.
  const fixed = natural.reduce((sum, width, index) => sum + (columns[index]?.isNumber ? width : 0), 0)
  const flexible = total - fixed
  const room = Math.max(page.width - fixed, page.width * 0.3)
  const shrunk = natural.map((width, index) =>
    columns[index]?.isNumber ? width : Math.max(36, (width * room) / flexible),
  )
  const sum = shrunk.reduce((all, width) => all + width, 0)
  return shrunk.map((width) => (width * page.width) / sum)
}

/** Gives what is left to the first column. */
const spread = (widths: number[], columns: PaperTable['columns'], rest: number): number[] =>
  widths.map((width, index) =>
    index === columns.findIndex(({ isNumber }) => !isNumber) ? width + rest : width,
  )

function rowHeight(page: PaperPage, row: readonly PaperCell[], widths: readonly number[]): number {
  const lineHeight = page.style(size).heightOfString('X')
  const heights = row.map(({ text, isStrong }, index) => {
    const width = (widths[index] ?? 0) - gap + 1
    // Most fit on a line, which is much faster to find out than how a text wraps.
    if (page.style(size, ink.text, isStrong).widthOfString(text) <= width) return lineHeight
    return page.doc.heightOfString(text, { width })
  })
  return Math.min(Math.max(lineHeight, ...heights), lineHeight * mostLines) + 2 * padding
}

function writeRow(
  page: PaperPage,
  table: StructureElement,
  { columns }: PaperTable,
  widths: readonly number[],
  row: readonly PaperCell[],
  isHead: boolean,
): void {
  const height = rowHeight(page, row, widths)
  const line = page.element('TR', table)
  const tag = isHead ? 'TH' : 'TD'
  let x = page.left
  row.forEach((cell, index) => {
    const width = widths[index] ?? 0
    const element = page.element(tag, line, isHead ? { scope: 'Column' } : {})
    writeCell(page, element, tag, cell, {
      x,
      width,
      height,
      isNumber: columns[index]?.isNumber ?? false,
      isHead,
    })
    element.end()
    x += width
  })
  line.end()
  rule(page, height, isHead)
  page.y += height
}

interface Place {
  x: number
  width: number
  height: number
  isNumber: boolean
  isHead: boolean
}

function writeCell(
  page: PaperPage,
  element: StructureElement,
  tag: string,
  cell: PaperCell,
  place: Place,
): void {
  const { text, link, isStrong = false } = cell
  const draw = () => drawCell(page, cell, place)
  if (link === undefined || text === '') {
    page.content(element, tag, draw)
    return
  }
  const anchor = page.element('Link', element)
  page.content(anchor, 'Link', draw)
  const shown = Math.min(page.style(size, ink.link, isStrong).widthOfString(text), place.width - gap)
  const x = place.isNumber ? place.x + place.width - shown : place.x
  // Only an object becomes a string in the file; a plain one becomes a name.
  const Contents = new String(text) as string
  page.doc.link(x, page.y, shown, place.height, link, { structParent: anchor, Contents })
  anchor.end()
}

function drawCell(page: PaperPage, { text, link, isStrong = false }: PaperCell, place: Place): void {
  const { x, width, height, isNumber, isHead } = place
  const color = isHead ? ink.faint : link === undefined ? ink.text : ink.link
  const room = width - gap + 1
  const wide = page.style(size, color, isStrong).widthOfString(text)
  const left = isNumber ? x + width - Math.min(wide, room) : x
  if (wide <= room) page.doc.text(text, left, page.y + padding, { lineBreak: false })
  else page.doc.text(text, x, page.y + padding, { width: room, height: height - padding, ellipsis: true })
}

/** On the next page the head is a repetition, which screen readers leave out. */
function repeatHead(page: PaperPage, { columns }: PaperTable, widths: readonly number[]): void {
  const row = columns.map(({ title }) => ({ text: title }))
  const height = rowHeight(page, row, widths)
  page.decoration(() => {
    let x = page.left
    row.forEach((cell, index) => {
      const width = widths[index] ?? 0
      drawCell(page, cell, { x, width, height, isNumber: columns[index]?.isNumber ?? false, isHead: true })
      x += width
    })
  })
  rule(page, height, true)
  page.y += height
}

function rule(page: PaperPage, height: number, isHead: boolean): void {
  const { doc, left, width, y } = page
  page.decoration(() =>
    doc
      .lineWidth(isHead ? 0.7 : 0.4)
      .moveTo(left, y + height)
      .lineTo(left + width, y + height)
      .stroke(isHead ? ink.faint : ink.line),
  )
}
