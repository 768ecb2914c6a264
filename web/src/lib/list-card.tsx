import '../ui/row-cards.css'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Column, DataTable, type Sorting } from '../ui/data-table.tsx'
import { EmptyList, type FoundNothing } from './empty-list.tsx'
import { ListPager } from './list-pager.tsx'

interface ListCardProps<Row, Field extends string> {
  title: string
  query: UseQueryResult<{ Total: number; Items?: readonly Row[] | undefined }>
  columns: readonly Column<Row, Field>[]
  keyOf: (row: Row) => string
  /** One row where there is no room for a table. */
  card: (row: Row) => ReactNode
  sorting: Sorting<Field>
  page: number
  /** Undefined is the first page, which the address does not tell. */
  onPage: (page: number | undefined) => void
  /** The row whose details are open. */
  current?: string | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** Absent: what is shown when nothing matches is among the children. */
  search?: FoundNothing | undefined
  /** Shown when there is truly nothing. */
  children: ReactNode
}

/** A list of the server with its table or cards, its pages, and what stands in their place. */
export function ListCard<Row, Field extends string>(props: ListCardProps<Row, Field>) {
  const { title, query, columns, keyOf, card, sorting, page, onPage, current, onOpen, search, children } =
    props
  return (
    <section className="card" aria-label={title}>
      <h2 className="vh">{title}</h2>
      <DataTable
        label={title}
        columns={columns}
        rows={rowsOf(query)}
        keyOf={keyOf}
        card={card}
        sorting={sorting}
        current={current}
        {...(onOpen && { onOpen })}
        stale={query.isPlaceholderData}
        instead={
          <EmptyList query={query} onFirstPage={() => onPage(undefined)} {...(search && { search })}>
            {children}
          </EmptyList>
        }
      />
      <ListPager query={query} page={page} onPage={onPage} />
    </section>
  )
}

/** Undefined while they are on their way; none where they could not be had. */
export function rowsOf<Row>(
  query: UseQueryResult<{ Items?: readonly Row[] | undefined }>,
): readonly Row[] | undefined {
  return query.data?.Items ?? (query.isError ? [] : undefined)
}
