import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { DeviceHours } from '../readings/index.ts'
import type { SectionFacts } from './report-facts.ts'
import type { Period } from './report-period.ts'

/** Instants, [from, to). */
export interface Span {
  from: Date
  to: Date
}

/** The subject of a report. */
export interface ReportContext {
  /** A snapshot, so that all sections show the same moment. */
  tx: Kysely<Database>
  /** The site with its sub-sites. */
  scope: Scope
  /** `since`: when it was added. */
  site: { id: string; name: string; timeZone: string; since: Date }
  /** Limits the devices; undefined: all. */
  deviceIds?: readonly string[] | undefined
  period: Period
  span: Span
  /** The period for comparison. Until the period of the report is over, only as much of it. */
  before: Span
  /** The period for comparison in words: “the week before”. */
  beforeWords: string
  madeAt: Date
  /** Days for which rejected messages are kept. */
  quarantineDays: number
  /** Lists the devices that have ever reported, with the number of hours in which they did. Counted once for all sections. */
  listOnline(span: Span): Promise<DeviceHours[]>
}

/** One part of a report. */
export interface ReportPart {
  key: SectionFacts['key']
  title: string
  build(context: ReportContext): Promise<Omit<SectionFacts, 'key' | 'title'>>
}
