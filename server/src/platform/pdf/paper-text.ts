import type { StructureElement } from 'pdfkit'
import type { PaperFigures } from './paper.ts'
import { ink, type PaperPage } from './paper-page.ts'

interface Writing {
  /** The tag: P, H1, H2 … */
  tag: string
  size: number
  color?: string
  isStrong?: boolean
  /** The space below the text. */
  space: number
  parent?: StructureElement | undefined
}

/** Writes a paragraph or heading. One that is longer than a page is truncated. */
export function writeText(page: PaperPage, text: string, writing: Writing): void {
  if (text === '') return
  const { tag, size, color = ink.text, isStrong = false, space, parent } = writing
  const options = { width: page.width, lineGap: size * 0.15 }
  const height = Math.min(page.style(size, color, isStrong).heightOfString(text, options), 500)
  page.ensure(height)
  const element = page.element(tag, parent)
  page.content(element, tag, () =>
    page
      .style(size, color, isStrong)
      .text(text, page.left, page.y, { ...options, height: height + size, ellipsis: true }),
  )
  element.end()
  page.y += height + space
}

const valueSize = 17
const noteLine = 9.75
const noteLines = 2

/** Writes key figures in rows of up to six, each with its label and its previous value. */
export function writeFigures(page: PaperPage, { items }: PaperFigures, parent: StructureElement): void {
  const perRow = Math.min(6, Math.max(1, items.length))
  const width = page.width / perRow
  for (let start = 0; start < items.length; start += perRow) {
    const row = items.slice(start, start + perRow)
    const room = width - 8
    const noteHeight = (note: string) =>
      Math.min(page.style(7.5).heightOfString(note, { width: room }), noteLines * noteLine)
    const height = 44 + Math.max(noteLine, ...row.map(({ note }) => noteHeight(note)))
    page.ensure(height + 8)
    const { doc, left, y } = page
    page.decoration(() => {
      doc
        .lineWidth(1)
        .moveTo(left, y)
        .lineTo(left + page.width, y)
        .stroke(ink.text)
      doc
        .lineWidth(0.5)
        .moveTo(left, y + height)
        .lineTo(left + page.width, y + height)
        .stroke(ink.line)
    })
    row.forEach(({ value, label, note }, index) => {
      const x = left + index * width
      const line = { width: room, ellipsis: true }
      const element = page.element('P', parent)
      page.content(element, 'P', () => {
        // A long value is set smaller rather than truncated.
        const wide = page.style(valueSize, ink.text, true).widthOfString(value)
        const size = Math.max(8, Math.min(valueSize, (valueSize * (room - 1)) / wide))
        page.style(size, ink.text, true).text(value, x, y + 25 - size, { ...line, height: 20 })
        page.style(8, ink.soft).text(label, x, y + 28, { ...line, height: 10 })
        page.style(7.5, ink.faint).text(note, x, y + 39, { ...line, height: noteLines * noteLine + 1 })
      })
      element.end()
    })
    page.y += height + 8
  }
}

/** Writes lines to be filled in by hand, side by side. */
export function writeSignatures(page: PaperPage, labels: readonly string[]): void {
  if (labels.length === 0) return
  page.ensure(64)
  const width = page.width / labels.length
  const y = page.y + 44
  labels.forEach((label, index) => {
    const x = page.left + index * width
    page.decoration(() =>
      page.doc
        .lineWidth(0.7)
        .moveTo(x, y)
        .lineTo(x + width - 16, y)
        .stroke(ink.faint),
    )
    const element = page.element('P', undefined)
    page.content(element, 'P', () =>
      page.style(7.5, ink.faint).text(label, x, y + 4, { width: width - 16, height: 10, ellipsis: true }),
    )
    element.end()
  })
  page.y = y + 20
}
