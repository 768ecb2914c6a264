import type { StructureElement } from 'pdfkit'
import type { PaperCurve } from './paper.ts'
import { ink, type PaperPage } from './paper-page.ts'

const height = 130
const axis = 40

/** Draws a curve over time with its levels, and the time in alert shaded. */
export function writeCurve(page: PaperPage, curve: PaperCurve, parent: StructureElement): void {
  page.ensure(height + 24)
  const { left, width, y } = page
  const element = page.element('Figure', parent, {
    alt: curve.alt,
    bbox: [left, y, left + width, y + height + 16],
  })
  page.content(element, 'Figure', () => drawCurve(page, curve))
  element.end()
  page.y += height + 24
}

function drawCurve(page: PaperPage, { points, spans, levels, ticks, range }: PaperCurve): void {
  const { doc, left, width, y } = page
  const values = [...points.flatMap(([, value]) => value ?? []), ...levels.map(({ value }) => value)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 1]
  const xOf = (at: number) => left + axis + ((at - first) / Math.max(1, last - first)) * (width - axis)
  const yOf = (value: number) => y + height - ((value - low) / (high - low || 1)) * (height - 10)
  for (const [from, to] of spans) {
    const start = Math.max(xOf(from), left + axis)
    doc.rect(start, y, Math.max(1, Math.min(xOf(to), left + width) - start), height).fill('#fdeceb')
  }
  doc
    .lineWidth(0.5)
    .moveTo(left + axis, y + height)
    .lineTo(left + width, y + height)
    .stroke(ink.line)
  for (const { value, label } of levels) {
    doc
      .dash(3, { space: 2 })
      .moveTo(left + axis, yOf(value))
      .lineTo(left + width, yOf(value))
      .stroke(ink.mark)
    doc.undash()
    page.style(7, ink.mark).text(label, left + axis + 4, yOf(value) - 9, { width: 160, height: 9 })
  }
  doc.lineWidth(1)
  let isDrawing = false
  for (const [at, value] of points) {
    if (value !== null) {
      if (isDrawing) doc.lineTo(xOf(at), yOf(value))
      else doc.moveTo(xOf(at), yOf(value))
    } else if (isDrawing) doc.stroke(ink.heat)
    isDrawing = value !== null
  }
  if (isDrawing) doc.stroke(ink.heat)
  page.style(7, ink.faint).text(range[1], left, yOf(high) - 4, { width: axis - 4, height: 9, align: 'right' })
  page.style(7, ink.faint).text(range[0], left, yOf(low) - 4, { width: axis - 4, height: 9, align: 'right' })
  for (const { at, label } of ticks)
    page
      .style(7, ink.faint)
      .text(label, xOf(at) - 25, y + height + 4, { width: 50, height: 9, align: 'center' })
}
