import type { StructureElement } from 'pdfkit'
import type { PaperBars } from './paper.ts'
import { ink, type PaperPage } from './paper-page.ts'

const height = 120
const axis = 24

/** Draws stacked bars with a legend. */
export function writeBars(page: PaperPage, bars: PaperBars, parent: StructureElement): void {
  page.ensure(height + 40)
  const { doc, left, width, y } = page
  const element = page.element('Figure', parent, {
    alt: bars.alt,
    bbox: [left, y, left + width, y + height + 30],
  })
  page.content(element, 'Figure', () => drawBars(page, bars))
  element.end()
  page.y = y + height + 16
  legend(page, bars, parent)
  doc.undash()
  page.y += 8
}

function drawBars(page: PaperPage, { labels, series }: PaperBars): void {
  const { doc, left, width, y } = page
  const totals = labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  const top = niceTop(Math.max(1, ...totals))
  const scale = height / top
  for (const tick of [0, top / 2, top]) {
    const at = y + height - tick * scale
    doc
      .lineWidth(0.5)
      .moveTo(left + axis, at)
      .lineTo(left + width, at)
      .stroke(ink.grid)
    if (Number.isInteger(tick))
      page
        .style(7, ink.faint)
        .text(String(tick), left, at - 4, { width: axis - 6, height: 9, align: 'right' })
  }
  const step = (width - axis) / Math.max(1, labels.length)
  const bar = Math.min(34, step * 0.62)
  const every = Math.ceil(26 / step)
  labels.forEach((label, index) => {
    const x = left + axis + index * step
    let bottom = y + height
    for (const { color, values } of series) {
      const size = (values[index] ?? 0) * scale
      if (size <= 0) continue
      doc.rect(x + (step - bar) / 2, bottom - size, bar, Math.max(0.3, size - 0.5)).fill(color)
      bottom -= size
    }
    const total = totals[index] ?? 0
    if (total > 0 && step > 14)
      page.style(7, ink.soft).text(String(total), x, bottom - 9, { width: step, height: 9, align: 'center' })
    if (index % every === 0)
      page.style(7, ink.faint).text(label, x, y + height + 4, {
        width: step * every,
        height: 9,
        align: every > 1 ? 'left' : 'center',
      })
  })
}

/** Returns the next of 2, 4, 6, 8, 10, 20, 30, 40 …, so that half of it is an integer. */
function niceTop(most: number): number {
  for (let power = 1; ; power *= 10)
    for (const factor of [2, 3, 4, 5, 6, 8, 10])
      if (factor * power >= most && (factor * power) % 2 === 0) return factor * power
}

function legend(page: PaperPage, { series }: PaperBars, parent: StructureElement): void {
  const { doc, left, width } = page
  const element = page.element('P', parent)
  let x = left
  page.content(element, 'P', () => {
    for (const { name, color } of series) {
      const size = page.style(7.5, ink.soft).widthOfString(name) + 22
      if (x + size > left + width) {
        x = left
        page.y += 11
      }
      doc.rect(x, page.y + 2, 6, 6).fill(color)
      page.style(7.5, ink.soft).text(name, x + 10, page.y, { width: size, height: 10, lineBreak: false })
      x += size
    }
  })
  element.end()
  page.y += 10
}
