import type { StructureElement } from 'pdfkit'
import type { PaperHeatmap } from './paper.ts'
import { ink, type PaperPage } from './paper-page.ts'

const cellHeight = 17
const labelWidth = 34

/** Draws days by hours. Higher counts are darker; the count is written in each cell, so that color is not required. */
export function writeHeatmap(page: PaperPage, heatmap: PaperHeatmap, parent: StructureElement): void {
  const height = heatmap.rows.length * cellHeight + 14
  page.ensure(height + 8)
  const { left, width, y } = page
  const element = page.element('Figure', parent, {
    alt: heatmap.alt,
    bbox: [left, y, left + width, y + height],
  })
  page.content(element, 'Figure', () => drawCells(page, heatmap))
  element.end()
  page.y += height + 8
}

function drawCells(page: PaperPage, { rows, columns }: PaperHeatmap): void {
  const { doc, left, width, y } = page
  const most = Math.max(1, ...rows.flatMap(({ cells }) => cells.map(({ count }) => count)))
  const cell = (width - labelWidth) / Math.max(1, columns.length)
  rows.forEach(({ label, cells }, row) => {
    const top = y + row * cellHeight
    page
      .style(7.5, ink.soft)
      .text(label, left, top + 4, { width: labelWidth - 4, height: 10, ellipsis: true })
    cells.forEach(({ count, isMarked }, index) => {
      const x = left + labelWidth + index * cell
      const shade = count === 0 ? 0 : 0.18 + 0.82 * (count / most)
      doc.rect(x, top, cell - 1, cellHeight - 1).fill(count === 0 ? '#f3f5f6' : mix(ink.heat, shade))
      if (count > 0)
        page
          .style(7, shade > 0.5 ? '#ffffff' : ink.text)
          .text(String(count), x, top + 4, { width: cell - 1, height: 9, align: 'center', lineBreak: false })
      if (isMarked)
        doc
          .moveTo(x + cell - 1, top)
          .lineTo(x + cell - 1, top + 6)
          .lineTo(x + cell - 7, top)
          .fill(ink.mark)
    })
  })
  const bottom = y + rows.length * cellHeight + 2
  columns.forEach((label, index) => {
    page.style(6.5, ink.faint).text(label, left + labelWidth + index * cell, bottom, {
      width: cell * 3,
      height: 9,
      lineBreak: false,
    })
  })
}

/** Returns the color on white, with the opacity `share` from 0 to 1. */
function mix(color: string, share: number): string {
  const part = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16)
    return Math.round(255 - (255 - value) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(1)}${part(3)}${part(5)}`
}
