import type { ReportSectionKey } from '@eot/contract/report-model'
import type { Period } from './report-period.ts'

/**
 * A figure or text as stored: in canonical units, before it is formatted for a reader. `count`, `change`, `share` from 0 to 1,
 * `duration` in seconds, `time` as ISO 8601, `measure` in `unit`. null: not known.
 */
export type Fact = (
  | { as: 'text'; value: string }
  /** A phrase of the product, stored in English and translated for readers. */
  | { as: 'phrase'; value: string }
  /** A text made of phrases and names; `value` is the text in English. */
  | { as: 'said'; value: string; words: Words }
  | { as: 'count' | 'change' | 'duration'; value: number | null }
  | { as: 'share'; value: number | null; digits?: 1 }
  | { as: 'number'; value: number | null }
  /** An hour of the week: 0 is Sunday at 0. */
  | { as: 'hour'; value: number }
  | { as: 'time' | 'moment'; value: string | null }
  /** A calendar day as YYYY-MM-DD. */
  | { as: 'day'; value: string }
  | { as: 'measure'; value: number | null; unit: string }
) & { link?: string }

/** A sentence of phrases, stored in English, with facts in it. */
export type Words = readonly (string | Fact)[]

export type BlockFacts =
  | { kind: 'Text'; words: Words }
  | { kind: 'Figures'; items: readonly { key: string; label: string; figure: Fact; note: Words }[] }
  | {
      kind: 'Table'
      key: string
      title: string
      columns: readonly { key: string; title: string; isNumber: boolean }[]
      rows: readonly (readonly Fact[])[]
      note?: Words
    }
  | {
      kind: 'Bars'
      days: readonly string[]
      series: readonly { key: string; name: string; values: number[] }[]
    }
  | { kind: 'Heatmap'; rows: readonly { weekday: number; cells: readonly HeatFact[] }[] }
  | {
      kind: 'Curve'
      name: string
      unit: string
      points: readonly (readonly [at: number, value: number | null])[]
      spans: readonly (readonly [from: number, to: number])[]
      levels: readonly { label: string; value: number }[]
    }

export interface HeatFact {
  count: number
  isUnusual: boolean
  link: string
}

export interface SectionFacts {
  key: ReportSectionKey | string
  title: string
  note?: Words
  blocks: readonly BlockFacts[]
}

/** A report as stored. */
export interface ReportFacts {
  name: string
  site: { id: string; name: string }
  /** The ids of the sites from the root down to the site, with their names. */
  sitePath: readonly { Id: string; Name: string }[]
  period: Period
  /** Whether the period has a name of its own. */
  named: 'Week' | 'Month' | null
  startAt: string
  endAt: string
  timeZone: string
  madeAt: string
  headline: Words
  lede: Words
  sections: readonly SectionFacts[]
}

/** Shown when a section has nothing to count. */
export const noAlerts = 'No alerts started in this period.'

export const text = (value: string, link?: string): Fact => ({ as: 'text', value, ...(link && { link }) })
export const phrase = (value: string): Fact => ({ as: 'phrase', value })
/** `words`: phrases, names and counts. */
export const said = (words: Words): Fact => ({
  as: 'said',
  words,
  value: words.map((part) => (typeof part === 'string' ? part : String(part.value))).join(''),
})
export const count = (value: number, link?: string): Fact => ({ as: 'count', value, ...(link && { link }) })
export const change = (value: number): Fact => ({ as: 'change', value })
export const duration = (value: number | null): Fact => ({ as: 'duration', value })
export const share = (part: number, whole: number, digits?: 1): Fact => ({
  as: 'share',
  value: whole === 0 ? null : part / whole,
  ...(digits && { digits }),
})
export const time = (at: Date | null): Fact => ({ as: 'time', value: at?.toISOString() ?? null })
