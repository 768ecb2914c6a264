import { type ColumnOptions, cellColumn } from '../lib/lists/columns.tsx'
import { When } from './time-text.tsx'

/** A time in the current site's time zone, with the full date on hover. */
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
