import type { Readable } from 'node:stream'
import { type CsvColumn, csvOf } from '../../platform/csv.ts'
import type { importLineQueries } from './import-lines.queries.ts'
import type { ImportRow } from './imports.queries.ts'
import type { CheckedLine } from './judge-line.command.ts'

/**
 * Returns the refused lines as they were in the file, with their line numbers and reasons, to be corrected and imported again.
 */
export function csvOfRefused(
  { columns }: Pick<ImportRow, 'columns'>,
  lines: ReturnType<typeof importLineQueries>,
): Readable {
  const own = columns.map(
    ({ Heading }, index): CsvColumn<CheckedLine> => ({
      title: Heading,
      cell: ({ cells }) => cells[index] ?? null,
    }),
  )
  return csvOf(
    [
      ...own,
      { title: 'Line', cell: ({ line }) => line },
      { title: 'Reason', cell: ({ problems }) => problems.map(reasonOf).join('; ') },
    ],
    refusedLines(lines),
  )
}

const reasonOf = ({ Field, Value, Message }: CheckedLine['problems'][number]): string =>
  [Field, Value && `“${Value}”`, Message].filter(Boolean).join(': ')

async function* refusedLines(lines: ReturnType<typeof importLineQueries>): AsyncGenerator<CheckedLine> {
  for await (const batch of lines.batches(['Refused'])) yield* batch
}
