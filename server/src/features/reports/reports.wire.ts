import type { Readable } from 'node:stream'
import type { Report, ReportTable } from '@eot/contract/report-model'
import type { ReportRecord } from '@eot/contract/reports'
import { found, invalid } from '../../platform/app-error.ts'
import { csvOf } from '../../platform/csv.ts'
import { textsIn } from '../../texts/texts.ts'
import { sayWords } from './present-report.ts'
import type { Reading } from './report-words.ts'
import type { ReportRow } from './reports.queries.ts'

export const recordToWire = (row: ReportRow, reading: Reading): ReportRecord => ({
  Id: row.id,
  Type: row.type,
  Name: textsIn(reading.language).reports.name(row.name),
  Site: { Id: row.site_id, Name: row.siteName },
  FirstDay: row.first_day,
  LastDay: row.last_day,
  State: row.state,
  Progress: row.state === 'Ready' ? 1 : row.done / row.steps,
  Headline: row.headline && sayWords(row.headline, reading, row.timeZone ?? 'UTC'),
  Receivers: row.receivers,
  CreatedAt: row.created_at.toISOString(),
  CreatedBy:
    row.created_by !== null && row.authorName !== null ? { Id: row.created_by, Name: row.authorName } : null,
  FinishedAt: row.finished_at?.toISOString() ?? null,
  OwnReport: row.own_report_id,
})

/**
 * Returns one table of a report as CSV: figures as numbers, times in UTC. Throws `invalid_request` if there is no such table.
 */
export function tableCsv(report: Report, key: string): Readable {
  const tables = report.Sections.flatMap(({ Blocks }) => Blocks).filter((block) => block.Kind === 'Table')
  const table = tables.find(({ Key }) => Key === key)
  if (!table) throw invalid('table', `Expected one of ${tables.map(({ Key }) => Key).join(', ') || 'none'}`)
  const columns = table.Columns.map(({ Title }, index) => ({
    title: Title,
    cell: (row: ReportTable['Rows'][number]) => {
      const { Value, Text } = found(row[index], 'internal_error')
      return typeof Value === 'number' && Text.endsWith('°F') ? Math.round(Value * 1e6) / 1e6 : Value
    },
  }))
  return csvOf(columns, each(table.Rows))
}

async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows
}
