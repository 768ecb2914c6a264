import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FilterReaders, type FiltersOf, isNarrowed, type ListDefinition } from './define-list.ts'

/** What a list shows and how to show something else, wherever that is kept. */
export interface ListState<Field extends string = string> {
  search: string
  sortBy: Field
  order: 'asc' | 'desc'
  /** From 0. */
  page: number
  /** The row whose details are open. */
  open: string | undefined
  isAdding: boolean
  /** A search or a filter may leave rows out. */
  isNarrowed: boolean
  onSearch: (text: string) => void
  onSort: (field: Field, order: 'asc' | 'desc') => void
  /** Undefined is the first page. */
  onPage: (page: number | undefined) => void
  /** `replace`: going back does not return to the row before. */
  onOpen: (id: string | undefined, replace?: boolean) => void
  onAdd: (isAdding: boolean) => void
  /** Ends the search and all filters. */
  onClear: () => void
}

/** A list's part of the address, with its filters. */
export interface FilteredState<Field extends string, Readers extends FilterReaders> extends ListState<Field> {
  filters: FiltersOf<Readers>
  /** Other rows begin at the first page. */
  filter: (change: FiltersOf<Readers>) => void
}

/** The address as the state of a list. */
export function useListState<Field extends string, Readers extends FilterReaders>(
  list: ListDefinition<Field, Readers>,
): FilteredState<Field, Readers> {
  const search = list.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const names = Object.keys(list.filters)
  const filters = Object.fromEntries(
    names.map((name) => [name, (search as Record<string, unknown>)[name]]), // parsed by the list, filters included
  )

  function show(change: Record<string, unknown>, { replace = false, resetScroll = false } = {}) {
    void navigate({
      from: list.path as '/',
      to: '.',
      search: ((before: object) => ({ ...before, ...change })) as never, // the path is known at run time only; each route parses what it gets
      replace,
      resetScroll,
    })
  }

  return {
    search: search.search ?? '',
    sortBy: search.sortBy ?? list.sort[0],
    order: search.order ?? list.order,
    page: search.page ?? 0,
    open: (search as Record<string, string | undefined>)[list.openAs], // the list parsed this name as a text
    isAdding: search.add === true,
    isNarrowed: isNarrowed(list, search),
    filters: filters as FiltersOf<Readers>, // each name as its reader read it
    filter: (change) => show({ ...change, page: undefined }),
    onSearch: (text) => show({ search: text || undefined, page: undefined }, { replace: true }),
    onSort: (sortBy, order) => show({ sortBy, order, page: undefined }),
    // The next page is read from its top.
    onPage: (page) => show({ page }, { resetScroll: true }),
    onOpen: (id, replace = false) => show({ [list.openAs]: id }, { replace }),
    onAdd: (isAdding) => show({ add: isAdding || undefined }),
    onClear: () =>
      show({
        search: undefined,
        page: undefined,
        ...Object.fromEntries(names.map((name) => [name, undefined])),
      }),
  }
}
