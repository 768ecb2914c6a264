import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { linkOfRow } from '../../ui/data-table.tsx'
import { useListKeys } from '../../ui/use-list-keys.ts'
import type { FilterReaders, FiltersOf, ListDefinition } from './define-list.ts'
import { pageSize } from './page-size.ts'
import { type ListState, useListState } from './use-list-state.ts'

/** A page of rows as the server answers it. */
export interface PageOf<Row> {
  Total: number
  Items?: readonly Row[] | undefined
}

/** What every list asks the server. */
interface PageRequest<Field extends string> {
  search: string | undefined
  sortBy: Field
  order: 'asc' | 'desc'
  Page: number
  PageSize: number
}

/** A read of the contract (`queryOf`) that answers a page of rows. */
interface ListRead<Row> {
  queryKey: QueryKey
  queryFn?: ((context: never) => PageOf<Row> | Promise<PageOf<Row>>) | symbol
  meta?: Record<string, unknown>
}

/** One page of a list: the state that asked for it, and the answer. */
export interface ListPageState<Row, Field extends string> {
  state: ListState<Field>
  query: ReturnType<typeof useQuery<PageOf<Row>>>
  /** Undefined while they are on their way; none where they could not be had. */
  rows: readonly Row[] | undefined
  /** Of what is open, while it is among the rows. */
  openRow: Row | undefined
  /** Closes the details; the focus returns to their row. */
  onClose: () => void
}

/** A list page whose state is the address; `read` gets the filters beside what every list asks. */
export function useListPage<Row extends { Id: string }, Field extends string, Readers extends FilterReaders>(
  list: ListDefinition<Field, Readers>,
  read: (asked: PageRequest<Field> & FiltersOf<Readers>) => ListRead<Row>,
): ListPageState<Row, Field> {
  const state = useListState(list)
  return useRows(state, read({ ...pageRequest(state), ...state.filters }))
}

/** The same where the state is kept in another way. */
export function useRows<Row extends { Id: string }, Field extends string>(
  state: ListState<Field>,
  read: ListRead<Row>,
): ListPageState<Row, Field> {
  const options = read as UseQueryOptions<PageOf<Row>> // its function takes what queries of any key are given
  const query = useQuery({ ...options, placeholderData: keepPreviousData })
  const rows = query.data?.Items ?? (query.isError ? [] : undefined)
  const { open, onOpen } = state

  function onClose() {
    onOpen(undefined)
    if (open) linkOfRow(open)?.focus()
  }

  useListKeys({
    keys: rows?.map(({ Id }) => Id) ?? [],
    open,
    onOpen: (id) => (id ? onOpen(id, true) : onClose()),
  })
  return { state, query, rows, openRow: rows?.find(({ Id }) => Id === open), onClose }
}

const pageRequest = <Field extends string>(state: ListState<Field>): PageRequest<Field> => ({
  search: state.search || undefined,
  sortBy: state.sortBy,
  order: state.order,
  Page: state.page,
  PageSize: pageSize,
})
