import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTimeZone } from '../../session/current-site.ts'
import type { Column } from '../../ui/data-table.tsx'
import { useMinute } from '../now.ts'
import { agoText, fullTime } from '../time.ts'
import { When } from '../time-text.tsx'
import type { ListDefinition } from './define-list.ts'

type Options<Row, Field extends string> = Pick<Column<Row, Field>, 'sort' | 'className' | 'titleHidden'>

/** A column with a cell of its own; its key is the title. */
export const cellColumn = <Row, Field extends string = never>(
  title: string,
  cell: (row: Row) => ReactNode,
  options: Options<Row, Field> = {},
): Column<Row, Field> => ({ key: title, title, cell, ...options })

/** Text on one line. */
export const textColumn = <Row, Field extends string = never>(
  title: string,
  text: (row: Row) => string | null | undefined,
  options: Options<Row, Field> = {},
) => cellColumn<Row, Field>(title, (row) => <span className="truncate">{text(row)}</span>, options)

export const numberColumn = <Row, Field extends string = never>(
  title: string,
  value: (row: Row) => number | null,
  options: Options<Row, Field> = {},
): Column<Row, Field> => ({
  ...cellColumn(title, (row: Row) => value(row)?.toLocaleString(), options),
  numeric: true,
})

/** A point in time by the clock of the current site, its full date on hover. */
export const timeColumn = <Row, Field extends string = never>(
  title: string,
  at: (row: Row) => string | null,
  options: Options<Row, Field> = {},
) =>
  cellColumn<Row, Field>(
    title,
    (row) => {
      const time = at(row)
      return time && <When at={time} />
    },
    options,
  )

/** How long ago, by the minute; `never` where it has not been. */
export function AgoByMinute({ at, never }: { at: string | null; never: string }) {
  const zone = useTimeZone()
  const now = useMinute()
  if (at === null) return <span className="faint">{never}</span>
  const atMs = Date.parse(at)
  return (
    <time className="nowrap" dateTime={at} title={fullTime(atMs, zone)}>
      {agoText(atMs, Math.max(now, atMs))}
    </time>
  )
}

interface RowLinkProps {
  list: Pick<ListDefinition, 'path' | 'openAs'>
  id: string
  children: ReactNode
}

/** Opens the details of a row; a real link, so that it can be opened in another tab. */
export function RowLink({ list, id, children }: RowLinkProps) {
  return (
    <Link
      className="plain"
      from={list.path as '/'} // the path is known at run time only
      to="."
      search={((before: object) => ({ ...before, [list.openAs]: id })) as never} // each route parses what it gets
      resetScroll={false}
    >
      {children}
    </Link>
  )
}
