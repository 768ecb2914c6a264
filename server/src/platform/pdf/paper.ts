/**
 * The contents of a PDF: texts and numbers, laid out by `writePaper`. Nothing in it is markup, a path or an address to load.
 */
export interface Paper {
  title: string
  /** BCP 47. */
  language: string
  author: string
  /** ISO 8601. Part of the file, which otherwise depends only on the paper. */
  madeAt: string
  size: 'A4' | 'Letter'
  /** At the top of every page: left, in the middle, right. */
  header: readonly [string, string, string]
  /** At the bottom of every page, before the page number. */
  footer: string
  /** With the placeholders `{page}` and `{pages}`. */
  pageWords: string
  /** Above the heading. */
  eyebrow: string
  heading: string
  lede: string
  sections: readonly PaperSection[]
  /** At the end: the labels of lines to be filled in by hand. */
  signatures?: readonly string[] | undefined
}

export interface PaperSection {
  title: string
  note?: string | undefined
  blocks: readonly PaperBlock[]
}

export type PaperBlock = PaperText | PaperFigures | PaperTable | PaperBars | PaperHeatmap | PaperCurve

export interface PaperText {
  kind: 'text'
  text: string
  isSmall?: boolean | undefined
}

export interface PaperFigures {
  kind: 'figures'
  items: readonly { value: string; label: string; note: string }[]
}

export interface PaperCell {
  text: string
  /** An absolute address. */
  link?: string | undefined
  isStrong?: boolean | undefined
}

export interface PaperTable {
  kind: 'table'
  /** Read out by screen readers. */
  title: string
  columns: readonly { title: string; isNumber: boolean }[]
  rows: readonly (readonly PaperCell[])[]
  /** Below the table. */
  note?: string | undefined
}

export interface PaperBars {
  kind: 'bars'
  labels: readonly string[]
  /** Stacked from the bottom. */
  series: readonly { name: string; color: string; values: readonly number[] }[]
  /** The same as text. */
  alt: string
}

export interface PaperHeatmap {
  kind: 'heatmap'
  /** From top to bottom. */
  rows: readonly { label: string; cells: readonly { count: number; isMarked: boolean }[] }[]
  columns: readonly string[]
  alt: string
}

export interface PaperCurve {
  kind: 'curve'
  /** Ascending times as numbers, with a value or a gap. */
  points: readonly (readonly [at: number, value: number | null])[]
  /** The periods in which the curve is in alert. */
  spans: readonly (readonly [from: number, to: number])[]
  levels: readonly { value: number; label: string }[]
  ticks: readonly { at: number; label: string }[]
  /** The labels of the lowest and highest value. */
  range: readonly [string, string]
  alt: string
}
