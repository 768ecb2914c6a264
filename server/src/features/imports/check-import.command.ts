import { type ImportKind, importFates, importLimits } from '@eot/contract/imports'
import { type CsvLine, readCsv, UnreadableCsv } from '../../platform/read-csv.ts'
import { type Fields, fieldsOf, matchColumns, problemWithColumns } from './columns.ts'
import { importConflictQueries } from './import-conflicts.queries.ts'
import { importLineQueries, linesAtOnce } from './import-lines.queries.ts'
import type { Step } from './import-step.command.ts'
import { contextOf } from './import-step.command.ts'
import { importQueries } from './imports.queries.ts'
import { DeviceLines, tooManyConflicts } from './judge-devices.command.ts'
import type { CheckedLine, ImportContext, Judged } from './judge-line.command.ts'
import { SiteLines } from './judge-sites.command.ts'
import type { FateCounts, FileColumn } from './tables.ts'

/** How many addresses of other customers a user may discover in an hour, as with single registrations (018). */
const mostConflicts = 20
const conflictMs = 60 * 60_000

/** The columns cannot be imported as they are. The user may choose their fields. */
export class UnmatchedColumns extends UnreadableCsv {
  readonly columns: readonly FileColumn[]

  constructor(problem: string, columns: readonly FileColumn[]) {
    super(problem)
    this.columns = columns
  }
}

/**
 * Judges every line of the file and stores its effect. The fields of its columns are those that the user has chosen, or that
 * their headings name. Throws `UnreadableCsv`.
 */
export async function checkImport(step: Step): Promise<void> {
  const { tx, row } = step
  const queries = importQueries(tx)
  if (row.lines > 0) {
    // Already checked: the stored lines have the user's corrections.
    const lines = importLineQueries(tx, row.id)
    const { counts } = await judgeAll(step, fieldsOf(row), lines.batches(importFates), lines.updateLines)
    return queries.saveCounts(row.id, counts)
  }
  const csv = await readCsv(chunksOf(step))
  const fields = row.columns.length > 0 ? fieldsOf(row) : matchColumns(row.kind, csv.heading)
  const columns = columnsOf(csv.heading, fields)
  const problem = problemWithColumns(row.kind, csv.heading, fields)
  if (problem !== undefined)
    throw columns.length > importLimits.columns
      ? new UnreadableCsv(problem)
      : new UnmatchedColumns(problem, columns)
  const { insertLines } = importLineQueries(tx, row.id)
  const { lines, counts } = await judgeAll(step, fields, batchesOf(csv.lines), insertLines)
  if (lines === 0) throw new UnreadableCsv('The file has a heading, but no lines below it.')
  const { encoding, delimiter } = csv
  await queries.saveFile(row.id, { encoding, delimiter, columns, lines, counts })
}

type GivenLine = CsvLine & Partial<Pick<Judged, 'fate' | 'problems' | 'isConflict'>>

/**
 * Judges and stores all lines in batches. Returns how many there are, and how many have each outcome. Lines that are left out
 * stay so, as if the file did not have them.
 */
async function judgeAll(
  step: Step,
  fields: Fields,
  batches: AsyncIterable<GivenLine[]>,
  store: (lines: readonly CheckedLine[]) => Promise<void>,
): Promise<{ lines: number; counts: FateCounts }> {
  const { kind } = step.row
  const judge = await judgeOf(kind, await contextOf(step, fields))
  const isLimited = (await countConflicts(step)) >= mostConflicts
  const limited = isLimited && judge instanceof DeviceLines ? judge : undefined
  // None before the first check, and none after other columns have been chosen, in which the addresses may be.
  const hasJudged = Object.keys(step.row.counts).length > 0
  const counts: FateCounts = {}
  let lines = 0
  let conflicts = 0
  for await (const stored of batches) {
    lines += stored.length
    const batch = stored.filter(({ fate }) => fate !== 'LeftOut')
    if (batch.length < stored.length) counts.LeftOut = (counts.LeftOut ?? 0) + stored.length - batch.length
    if (lines > importLimits.lines[kind])
      throw new UnreadableCsv(`The file has more than ${importLimits.lines[kind]} lines. Split it.`)
    // Even if none of them is taken, since the check would reveal that.
    const hidden = new Set(await limited?.withoutOwn(hasJudged ? batch.filter(isUnjudged) : batch))
    if (hidden.size > 0 && !hasJudged) throw new UnreadableCsv(tooManyConflicts)
    const shown = batch.filter((line) => !hidden.has(line))
    const judged = [
      ...(await judge.judge(shown)),
      ...[...hidden].flatMap((line) => limited?.refuseUnjudged(line) ?? []),
    ]
    await store(judged.map(toStore))
    for (const [index, { fate, warning, isConflict }] of judged.entries()) {
      counts[fate] = (counts[fate] ?? 0) + 1
      if (warning !== null) counts.Warned = (counts.Warned ?? 0) + 1
      if (isConflict && !shown[index]?.isConflict) conflicts++
    }
    await step.progress(lines)
  }
  await limitConflicts(step, conflicts)
  return { lines, counts }
}

/**
 * Whether no check has compared the line's address with those of others: it was corrected, put back or refused because of the
 * limit. Lines that were judged `Unchanged` have addresses of the user's own devices, which are never hidden.
 */
const isUnjudged = ({ fate, problems, isConflict }: GivenLine): boolean =>
  (fate === 'Unchanged' && !isConflict) ||
  problems?.some(({ Message }) => Message === tooManyConflicts) === true

const columnsOf = (heading: readonly string[], fields: Fields): FileColumn[] =>
  heading.map((title, index) => ({
    Heading: title.slice(0, importLimits.cellCharacters),
    Field: fields[index] ?? null,
  }))

const toStore = ({
  line: { line, cells },
  fate,
  problems,
  changes,
  warning,
  isConflict,
}: Judged & { line: CsvLine }): CheckedLine => ({ line, cells, fate, problems, changes, warning, isConflict })

const judgeOf = (kind: ImportKind, context: ImportContext) =>
  kind === 'Devices' ? DeviceLines.create(context) : SiteLines.create(context)

async function* chunksOf({ tx, row }: Step): AsyncGenerator<Uint8Array> {
  const queries = importQueries(tx)
  for (let no = 0; ; no++) {
    const chunk = await queries.findChunk(row.id, no)
    if (!chunk) return
    yield chunk
  }
}

async function* batchesOf(lines: AsyncIterable<CsvLine>): AsyncGenerator<CsvLine[]> {
  let batch: CsvLine[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < linesAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Refuses a file with many addresses that are taken as a whole, without listing them: they may belong to other customers, and
 * nobody must be able to probe lists of addresses. They are counted first, so that of several files checked at once, the last
 * one sees those of all.
 */
async function limitConflicts(step: Step, conflicts: number): Promise<void> {
  if (conflicts === 0) return
  await step.addConflicts(conflicts)
  if ((await countConflicts(step)) > mostConflicts)
    throw new UnreadableCsv(
      `More than ${mostConflicts} of the hardware addresses are taken by devices elsewhere. Check the file, and try again in an hour.`,
    )
}

/** Counts the addresses of other customers that files of the user have revealed in the last hour. */
const countConflicts = ({ tx, row, at }: Step): Promise<number> =>
  importConflictQueries(tx).countConflicts(row.created_by, new Date(at.getTime() - conflictMs))
