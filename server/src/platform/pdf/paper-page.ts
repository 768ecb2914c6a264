import { fileURLToPath } from 'node:url'
import PDFDocument, { type StructureElement } from 'pdfkit'
import type { Paper } from './paper.ts'

const fontFile = (name: string) => fileURLToPath(new URL(`../../../fonts/Geist-${name}.ttf`, import.meta.url))
// Identified by their files, since a font with another name is opened again each time it is set.
const [regular, strong] = [fontFile('Regular'), fontFile('SemiBold')]

/** Colors on white paper. */
export const ink = {
  text: '#141e20',
  soft: '#4d595c',
  faint: '#667376',
  line: '#d5dcdd',
  grid: '#e9edee',
  link: '#0b6270',
  heat: '#0b6270',
  mark: '#b42318',
} as const

const margin = 40
const headerHeight = 30
const footerHeight = 26

/** The position of the next block, and what is drawn and tagged there. Lengths are in points. */
export interface PaperPage {
  doc: PDFDocument
  left: number
  width: number
  /** Top of the next block. */
  y: number
  /** Starts a new page unless there is room for this height. Returns whether it did. */
  ensure(height: number): boolean
  /** Adds an element below `parent`, or at the top. It must be ended on the page on which its content is. */
  element(
    type: string,
    parent: StructureElement | undefined,
    options?: Parameters<PDFDocument['struct']>[1],
  ): StructureElement
  /** Draws the content of the element. */
  content(element: StructureElement, type: string, draw: () => void): void
  /** Draws parts that screen readers skip, such as lines. */
  decoration(draw: () => void): void
  /** Sets the font. */
  style(size: number, color?: string, isStrong?: boolean): PDFDocument
  /** Ends the document. */
  finish(): void
}

export function openPaper(paper: Paper): PaperPage {
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    lang: paper.language,
    font: regular,
    size: paper.size === 'A4' ? 'A4' : 'LETTER',
    margin,
    info: {
      Title: paper.title,
      Author: paper.author,
      Creator: paper.author,
      CreationDate: new Date(paper.madeAt),
    },
  })
  const root = doc.struct('Document')
  doc.addStructure(root)

  const page: PaperPage = {
    doc,
    left: margin,
    width: 0,
    y: 0,
    ensure(height) {
      if (page.y + height <= doc.page.height - margin - footerHeight) return false
      addPage()
      return true
    },
    element(type, parent = root, options = {}) {
      const element = doc.struct(type, options)
      parent.add(element)
      return element
    },
    content(element, type, draw) {
      const content = doc.markStructureContent(type)
      draw()
      doc.endMarkedContent()
      element.add(content)
    },
    decoration(draw) {
      doc.markContent('Artifact', { type: 'Layout' })
      draw()
      doc.endMarkedContent()
    },
    style: (size, color = ink.text, isStrong = false) =>
      doc
        .font(isStrong ? strong : regular)
        .fontSize(size)
        .fillColor(color),
    finish() {
      root.end()
      const { count } = doc.bufferedPageRange()
      for (let number = 0; number < count; number++) {
        doc.switchToPage(number)
        drawFrame(page, paper, number + 1, count)
      }
      doc.end()
    },
  }

  function addPage() {
    doc.addPage()
    // Blocks break pages themselves; the library must never do it in the middle of one.
    doc.page.margins.bottom = 0
    page.width = doc.page.width - 2 * margin
    page.y = margin + headerHeight
  }
  addPage()
  return page
}

/** Draws header and footer, which screen readers skip. */
function drawFrame(
  { doc, left, width, style }: PaperPage,
  paper: Paper,
  number: number,
  count: number,
): void {
  doc.markContent('Artifact', { type: 'Pagination' })
  // The site needs the most room.
  const [part, rest] = [width * 0.26, width * 0.48]
  const line = { height: 12, ellipsis: true, lineBreak: false } as const
  const [first, middle, last] = paper.header
  style(8.5, ink.text, true).text(first, left, margin, { ...line, width: part })
  style(8, ink.faint).text(middle, left + part, margin, { ...line, width: part })
  style(8, ink.faint).text(last, left + width - rest, margin, { ...line, width: rest, align: 'right' })
  const bottom = doc.page.height - margin
  doc
    .lineWidth(0.5)
    .moveTo(left, margin + 16)
    .lineTo(left + width, margin + 16)
    .stroke(ink.line)
  doc
    .moveTo(left, bottom - 14)
    .lineTo(left + width, bottom - 14)
    .stroke(ink.line)
  style(7.5, ink.faint).text(paper.footer, left, bottom - 9, { ...line, width: width - 80 })
  const words = paper.pageWords.replace('{page}', String(number)).replace('{pages}', String(count))
  style(7.5, ink.faint).text(words, left + width - 80, bottom - 9, { ...line, width: 80, align: 'right' })
  doc.endMarkedContent()
}
