import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { numberText } from '../../texts/number-format.ts'
import type { Column } from '../../ui/data-table.tsx'
import type { ListDefinition } from './define-list.ts'

/** Options besides the title and the cell. */
export type ColumnOptions<Row, Field extends string> = Pick<
  Column<Row, Field>,
  'sort' | 'className' | 'titleHidden'
>

/** A column with a custom cell. Its key names the title. */
export const cellColumn = <Row, Field extends string = never>(
  title: string,
  cell: (row: Row) => ReactNode,
  options: ColumnOptions<Row, Field> = {},
): Column<Row, Field> => ({ key: title, title, cell, ...options })

/** Text on a single line. */
export const textColumn = <Row, Field extends string = never>(
  title: string,
  text: (row: Row) => string | null | undefined,
  options: ColumnOptions<Row, Field> = {},
) => cellColumn<Row, Field>(title, (row) => <span className="truncate">{text(row)}</span>, options)

export const numberColumn = <Row, Field extends string = never>(
  title: string,
  value: (row: Row) => number | null,
  options: ColumnOptions<Row, Field> = {},
): Column<Row, Field> => ({
  ...cellColumn(
    title,
    (row: Row) => {
      const number = value(row)
      return number === null ? undefined : numberText(number)
    },
    options,
  ),
  numeric: true,
})

interface RowLinkProps {
  list: Pick<ListDefinition, 'path' | 'openAs'>
  id: string
  children: ReactNode
}

/** Opens the details of a row. A real link, so that it can be opened in another tab. */
export function RowLink({ list, id, children }: RowLinkProps) {
  return (
    <Link
      className="plain"
      from={list.path as '/'} // the path is only known at run time
      to="."
      search={((before: object) => ({ ...before, [list.openAs]: id })) as never} // each route parses its own search
      resetScroll={false}
    >
      {children}
    </Link>
  )
}
