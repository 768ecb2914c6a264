import type { StructureElement } from 'pdfkit'
import type { Paper, PaperBlock, PaperSection } from './paper.ts'
import { writeBars } from './paper-bars.ts'
import { writeCurve } from './paper-curve.ts'
import { writeHeatmap } from './paper-heatmap.ts'
import { ink, openPaper, type PaperPage } from './paper-page.ts'
import { writeTable } from './paper-table.ts'
import { writeFigures, writeSignatures, writeText } from './paper-text.ts'

/**
 * Writes a tagged PDF with embedded fonts, bookmarks and page numbers. The same paper gives the same bytes. Can block for
 * seconds, so it must run on another thread.
 */
export function writePaper(paper: Paper): Promise<Buffer> {
  const page = openPaper(paper)
  const chunks: Buffer[] = []
  const written = new Promise<Buffer>((resolve) => {
    page.doc.on('data', (chunk) => chunks.push(chunk))
    page.doc.on('end', () => resolve(Buffer.concat(chunks)))
  })
  writeText(page, paper.eyebrow, { tag: 'P', size: 9, color: ink.soft, space: 2 })
  writeText(page, paper.heading, { tag: 'H1', size: 18, isStrong: true, space: 5 })
  writeText(page, paper.lede, { tag: 'P', size: 10, color: ink.soft, space: 10 })
  for (const section of paper.sections) writeSection(page, section)
  writeSignatures(page, paper.signatures ?? [])
  page.finish()
  return written
}

function writeSection(page: PaperPage, { title, note, blocks }: PaperSection): void {
  page.y += 6
  page.ensure(24 + roomFor(blocks[0]))
  page.doc.outline.addItem(title)
  const parent = page.element('Sect', undefined)
  writeText(page, title, { tag: 'H2', size: 11.5, isStrong: true, space: note ? 1 : 5, parent })
  writeText(page, note ?? '', { tag: 'P', size: 8, color: ink.faint, space: 5, parent })
  const tables = blocks.filter(({ kind }) => kind === 'table')
  for (const block of blocks) {
    // If there are several tables, each needs a name.
    if (block.kind === 'table' && tables.length > 1) writeTableTitle(page, block.title, parent)
    writeBlock(page, block, parent)
  }
  parent.end()
  page.y += 4
}

/** Returns how much of the block after a heading must stay with it. */
function roomFor(block: PaperBlock | undefined): number {
  switch (block?.kind) {
    case 'bars':
    case 'curve':
      return 180
    case 'heatmap':
      return 160
    case 'figures':
    case 'table':
      return 80
    default:
      return 30
  }
}

function writeTableTitle(page: PaperPage, title: string, parent: StructureElement): void {
  page.ensure(50)
  writeText(page, title, { tag: 'H3', size: 9, isStrong: true, space: 2, parent })
}

function writeBlock(page: PaperPage, block: PaperBlock, parent: StructureElement): void {
  switch (block.kind) {
    case 'text':
      writeText(page, block.text, {
        tag: 'P',
        size: block.isSmall ? 7.5 : 9,
        color: ink.soft,
        space: 6,
        parent,
      })
      break
    case 'figures':
      writeFigures(page, block, parent)
      break
    case 'table':
      writeTable(page, block, parent)
      writeText(page, block.note ?? '', { tag: 'P', size: 7.5, color: ink.faint, space: 6, parent })
      break
    case 'bars':
      writeBars(page, block, parent)
      break
    case 'heatmap':
      writeHeatmap(page, block, parent)
      break
    case 'curve':
      writeCurve(page, block, parent)
  }
}
