import type { StructureElement } from 'pdfkit'
import type { PaperCell, PaperTable } from './paper.ts'
import { ink, type PaperPage } from './paper-page.ts'

const size = 8.5
const gap = 10
const padding = 3
const mostLines = 3

/** The position of a column's cells, and the gap after them. */
interface Slot {
  x: number
  width: number
}

const noSlot: Slot = { x: 0, width: 0 }

/**
 * Writes a table whose head is repeated on each page. Long texts wrap, and end with an ellipsis after three lines. A table
 * without rows is left out.
 */
export function writeTable(page: PaperPage, table: PaperTable, parent: StructureElement): void {
  if (table.rows.length === 0) return
  const slots = slotsOf(page, table)
  const head = table.columns.map(({ title }) => ({ text: title }))
  // The head stays with the first two rows.
  page.ensure([head, ...table.rows.slice(0, 2)].reduce((sum, row) => sum + rowHeight(page, row, slots), 0))
  const element = page.element('Table', parent, { title: table.title })
  writeRow(page, element, table, slots, head, true)
  for (const row of table.rows) {
    const height = rowHeight(page, row, slots)
    if (page.ensure(height)) repeatHead(page, table, slots)
    writeRow(page, element, table, slots, row, false)
  }
  element.end()
  page.y += 6
}

function slotsOf(page: PaperPage, table: PaperTable): Slot[] {
  const leads = table.columns.map(({ isNumber }, index) =>
    // Numbers are right-aligned, and a text must not begin directly after one.
    !isNumber && table.columns[index - 1]?.isNumber ? gap : 0,
  )
  let x = page.left
  return columnWidths(page, table, leads).map((width, index) => {
    const lead = leads[index] ?? 0
    const slot = { x: x + lead, width: width - lead }
    x += width
    return slot
  })
}

function columnWidths(page: PaperPage, { columns, rows }: PaperTable, leads: readonly number[]): number[] {
  const natural = columns.map(({ title }, index) => {
    page.style(size, ink.text, true)
    // Enough rows to estimate the usual width; the others wrap.
    const texts = [title, ...rows.slice(0, 200).map((row) => row[index]?.text ?? '')]
    const widest = Math.max(...texts.map((text) => page.doc.widthOfString(text.slice(0, 120))))
    return widest + gap + (leads[index] ?? 0)
  })
  const total = natural.reduce((sum, width) => sum + width, 0)
  if (total <= page.width) return spread(natural, columns, page.width - total)
  // Numbers keep their width, texts share the rest.
  const fixed = natural.reduce((sum, width, index) => sum + (columns[index]?.isNumber ? width : 0), 0)
  const room = Math.max(page.width - fixed, Math.min(total - fixed, page.width * 0.3))
  const most = mostOf(
    natural.filter((_, index) => !columns[index]?.isNumber),
    room,
  )
  const shrunk = natural.map((width, index) => (columns[index]?.isNumber ? width : Math.min(width, most)))
  const sum = shrunk.reduce((all, width) => all + width, 0)
  return shrunk.map((width) => (width * page.width) / sum)
}

/** Returns the width that a text may have so that all fit: short ones keep their width, however long the others are. */
function mostOf(widths: readonly number[], room: number): number {
  let left = room
  const sorted = widths.toSorted((a, b) => a - b)
  for (const [index, width] of sorted.entries()) {
    const even = left / (sorted.length - index)
    if (width > even) return even
    left -= width
  }
  return Math.max(0, ...widths)
}

/** Distributes the rest of the width to the texts, most of it to the widest. */
function spread(widths: readonly number[], columns: PaperTable['columns'], rest: number): number[] {
  const texts = widths.map((width, index) => (columns[index]?.isNumber ? 0 : width))
  const total = texts.reduce((sum, width) => sum + width, 0)
  return widths.map((width, index) => width + (rest * (texts[index] ?? 0)) / Math.max(1, total))
}

function rowHeight(page: PaperPage, row: readonly PaperCell[], slots: readonly Slot[]): number {
  const lineHeight = page.style(size).heightOfString('X')
  const heights = row.map(({ text, isStrong }, index) => {
    const width = (slots[index]?.width ?? 0) - gap + 1
    // Most fit on a line, which is much faster to check than how a text wraps.
    if (page.style(size, ink.text, isStrong).widthOfString(text) <= width) return lineHeight
    return page.doc.heightOfString(text, { width })
  })
  return Math.min(Math.max(lineHeight, ...heights), lineHeight * mostLines) + 2 * padding
}

function writeRow(
  page: PaperPage,
  table: StructureElement,
  { columns }: PaperTable,
  slots: readonly Slot[],
  row: readonly PaperCell[],
  isHead: boolean,
): void {
  const height = rowHeight(page, row, slots)
  const line = page.element('TR', table)
  const tag = isHead ? 'TH' : 'TD'
  row.forEach((cell, index) => {
    const { x, width } = slots[index] ?? noSlot
    const element = page.element(tag, line, isHead ? { scope: 'Column' } : {})
    writeCell(page, element, tag, cell, {
      x,
      width,
      height,
      isNumber: columns[index]?.isNumber ?? false,
      isHead,
    })
    element.end()
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
  else
    page.doc.text(text, isNumber ? x + gap - 1 : x, page.y + padding, {
      width: room,
      height: height - padding,
      ellipsis: true,
      align: isNumber ? 'right' : 'left',
    })
}

/** On further pages the head is a repetition, which screen readers skip. */
function repeatHead(page: PaperPage, { columns }: PaperTable, slots: readonly Slot[]): void {
  const row = columns.map(({ title }) => ({ text: title }))
  const height = rowHeight(page, row, slots)
  page.decoration(() => {
    row.forEach((cell, index) => {
      const { x, width } = slots[index] ?? noSlot
      drawCell(page, cell, { x, width, height, isNumber: columns[index]?.isNumber ?? false, isHead: true })
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
