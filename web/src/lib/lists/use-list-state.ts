import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type FilterReaders,
  type FiltersOf,
  isNarrowed,
  type ListDefinition,
  narrowing,
} from './define-list.ts'

/** The state of a list with functions to change it, wherever it is kept. */
export interface ListState<Field extends string = string> {
  search: string
  sortBy: Field
  order: 'asc' | 'desc'
  /** Starts at 0. */
  page: number
  /** The ID of the row whose details are open. */
  open: string | undefined
  isAdding: boolean
  /** A search or filter may exclude rows. */
  isNarrowed: boolean
  onSearch: (text: string) => void
  onSort: (field: Field, order: 'asc' | 'desc') => void
  /** undefined: the first page. */
  onPage: (page: number | undefined) => void
  /** `replace`: going back does not return to the previous row. */
  onOpen: (id: string | undefined, replace?: boolean) => void
  onAdd: (isAdding: boolean) => void
  /** Clears the search and all filters. */
  onClear: () => void
}

/** The state of a list in the address, including its filters. */
export interface FilteredState<Field extends string, Readers extends FilterReaders> extends ListState<Field> {
  filters: FiltersOf<Readers>
  /** Sets filters and returns to the first page. */
  filter: (change: FiltersOf<Readers>) => void
}

/** The state of a list, kept in the address. */
export function useListState<Field extends string, Readers extends FilterReaders>(
  list: ListDefinition<Field, Readers>,
): FilteredState<Field, Readers> {
  const search = list.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const names = Object.keys(list.filters)
  const filters = Object.fromEntries(
    names.map((name) => [name, (search as Record<string, unknown>)[name]]), // parsed by the list, including filters
  )

  function show(change: Record<string, unknown>, { replace = false, resetScroll = false } = {}) {
    void navigate({
      from: list.path as '/',
      to: '.',
      search: ((before: object) => ({ ...before, ...change })) as never, // the path is only known at run time; each route parses its own search
      replace,
      resetScroll,
    })
  }

  return {
    search: search.search ?? '',
    sortBy: search.sortBy ?? list.sort[0],
    order: search.order ?? list.order,
    page: search.page ?? 0,
    open: (search as Record<string, string | undefined>)[list.openAs], // the list parsed this parameter as text
    isAdding: search.add === true,
    isNarrowed: isNarrowed(list, search),
    filters: filters as FiltersOf<Readers>, // each value comes from its own reader
    filter: (change) => show({ ...change, page: undefined }),
    onSearch: (text) => show({ search: text || undefined, page: undefined }, { replace: true }),
    onSort: (sortBy, order) => show({ sortBy, order, page: undefined }),
    // A new page is shown from its top.
    onPage: (page) => show({ page }, { resetScroll: true }),
    onOpen: (id, replace = false) => show({ [list.openAs]: id }, { replace }),
    onAdd: (isAdding) => show({ add: isAdding || undefined }),
    onClear: () =>
      show({
        search: undefined,
        page: undefined,
        ...Object.fromEntries(narrowing(list).map((name) => [name, undefined])),
      }),
  }
}
