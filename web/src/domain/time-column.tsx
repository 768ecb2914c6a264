import { type ColumnOptions, cellColumn } from '../lib/lists/columns.tsx'
import { When } from './time-text.tsx'

/** A point in time by the clock of the current site, its full date on hover. */
export const timeColumn = <Row, Field extends string = never>(
  title: string,
  at: (row: Row) => string | null,
  options: ColumnOptions<Row, Field> = {},
) =>
  cellColumn<Row, Field>(
    title,
    (row) => {
      const time = at(row)
      return time && <When at={time} />
    },
    options,
  )
