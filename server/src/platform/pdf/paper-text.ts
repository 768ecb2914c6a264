import type { StructureElement } from 'pdfkit'
import type { PaperFigures } from './paper.ts'
import { ink, type PaperPage } from './paper-page.ts'

interface Writing {
  /** The tag: P, H1, H2 … */
  tag: string
  size: number
  color?: string
  isStrong?: boolean
  /** Below the text. */
  space: number
  parent?: StructureElement | undefined
}

/** Writes a paragraph or heading. One that is longer than a page is cut off. */
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

/** Key figures in rows of up to six, each with its label and what it was before. */
export function writeFigures(page: PaperPage, { items }: PaperFigures, parent: StructureElement): void {
  const perRow = Math.min(6, Math.max(1, items.length))
  const width = page.width / perRow
  for (let start = 0; start < items.length; start += perRow) {
    const row = items.slice(start, start + perRow)
    page.ensure(62)
    const { doc, left, y } = page
    page.decoration(() => {
      doc
        .lineWidth(1)
        .moveTo(left, y)
        .lineTo(left + page.width, y)
        .stroke(ink.text)
      doc
        .lineWidth(0.5)
        .moveTo(left, y + 54)
        .lineTo(left + page.width, y + 54)
        .stroke(ink.line)
    })
    row.forEach(({ value, label, note }, index) => {
      const x = left + index * width
      const line = { width: width - 8, ellipsis: true }
      const element = page.element('P', parent)
      page.content(element, 'P', () => {
        page.style(17, ink.text, true).text(value, x, y + 7, { ...line, height: 20 })
        page.style(8, ink.soft).text(label, x, y + 28, { ...line, height: 10 })
        page.style(7.5, ink.faint).text(note, x, y + 39, { ...line, height: 10 })
      })
      element.end()
    })
    page.y += 62
  }
}
