import type { Endpoint } from '@eot/contract/endpoint'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { linkOfRow, useListKeys } from '../../ui/use-list-keys.ts'
import { callForFile } from '../api/api.ts'
import { keepingPrevious } from '../api/keeping-previous.ts'
import type { FilterReaders, FiltersOf, ListDefinition } from './define-list.ts'
import type { FileSource } from './download-button.tsx'
import { pageSize } from './page-size.ts'
import { type ListState, useListState } from './use-list-state.ts'

/** A page of rows as the server returns it. */
export interface PageOf<Row> {
  Total: number
  Items?: readonly Row[] | undefined
}

/** The query parameters of every list. */
interface PageRequest<Field extends string> {
  search: string | undefined
  sortBy: Field
  order: 'asc' | 'desc'
  Page: number
  PageSize: number
}

/** A query (`queryOf`) that returns a page of rows. */
interface ListRead<Row> {
  queryKey: QueryKey
  /** How often to read the page again while it is visible. */
  refetchInterval?: unknown
  queryFn?: ((context: never) => PageOf<Row> | Promise<PageOf<Row>>) | symbol
  meta?: Record<string, unknown>
}

/** One page of a list: its state and its response. */
export interface ListPageState<Row, Field extends string> {
  state: ListState<Field>
  /** The path of the page, under which its preferences are kept. */
  path: string
  query: ReturnType<typeof useQuery<PageOf<Row>>>
  /** undefined while loading; empty if loading failed. */
  rows: readonly Row[] | undefined
  /** The open row, if it is on this page. */
  openRow: Row | undefined
  /** All rows as files. undefined: the query does not state which list it reads. */
  csv: FileSource | undefined
  parquet: FileSource | undefined
  /** Closes the details and returns the focus to their row. */
  onClose: () => void
}

/** A list page with its state in the address. `read` receives the filters and the query parameters of every list. */
export function useListPage<Row extends { Id: string }, Field extends string, Readers extends FilterReaders>(
  list: ListDefinition<Field, Readers>,
  read: (params: PageRequest<Field> & FiltersOf<Readers>) => ListRead<Row>,
): ListPageState<Row, Field> {
  const state = useListState(list)
  return useRows(list.path, state, read({ ...pageRequest(state), ...state.filters }))
}

/** The same with the state kept elsewhere. */
export function useRows<Row extends { Id: string }, Field extends string>(
  path: string,
  state: ListState<Field>,
  read: ListRead<Row>,
): ListPageState<Row, Field> {
  const options = read as UseQueryOptions<PageOf<Row>> // query functions receive the same context for any key
  const query = useQuery(keepingPrevious(options))
  const rows = query.data?.Items ?? (query.isError ? [] : undefined)
  const { open, onOpen } = state

  const closed = useRef<string>(undefined)
  function onClose() {
    closed.current = open
    onOpen(undefined)
  }
  // Not before the details have closed, since the question about unsaved changes needs the focus.
  useEffect(() => {
    if (open === undefined && closed.current) linkOfRow(closed.current)?.focus()
    closed.current = undefined
  }, [open])

  useListKeys({
    keys: rows?.map(({ Id }) => Id) ?? [],
    open,
    onOpen: (id) => (id ? onOpen(id, true) : onClose()),
  })
  return {
    state,
    path,
    query,
    rows,
    openRow: rows?.find(({ Id }) => Id === open),
    csv: fileOf(read, 'csv'),
    parquet: fileOf(read, 'parquet'),
    onClose,
  }
}

const pageRequest = <Field extends string>(state: ListState<Field>): PageRequest<Field> => ({
  search: state.search || undefined,
  sortBy: state.sortBy,
  order: state.order,
  Page: state.page,
  PageSize: pageSize,
})

/** Uses the endpoint and request that `queryOf` stores with a query. */
function fileOf({ meta }: ListRead<unknown>, ending: 'csv' | 'parquet'): FileSource | undefined {
  const { endpoint, request } = (meta ?? {}) as { endpoint?: Endpoint; request?: object }
  if (!endpoint || !request) return undefined
  const name = endpoint.path.split('/').findLast((part) => part !== '' && !part.startsWith(':')) ?? 'list'
  return { name, load: () => callForFile(endpoint, request, ending) }
}
