/** Reads a filter from the address; undefined: it is not there, or holds nothing that belongs there. */
type FilterReader = (given: unknown) => unknown
export type FilterReaders = Readonly<Record<string, FilterReader>>

/** The filters of a list by their names in the address. */
export type FiltersOf<Readers extends FilterReaders> = { [Name in keyof Readers]?: ReturnType<Readers[Name]> }

/** What a list shows, as the address carries it; defaults are left out. */
export type ListSearch<
  Field extends string,
  Readers extends FilterReaders,
  Open extends string,
> = FiltersOf<Readers> & { [Name in Open]?: string | undefined } & {
  search?: string | undefined
  sortBy?: Field | undefined
  order?: 'asc' | 'desc' | undefined
  /** From 0. */
  page?: number | undefined
  /** The form for a new row is open. */
  add?: true | undefined
}

export interface ListOptions<Field extends string, Readers extends FilterReaders, Open extends string> {
  /** Of the page; its links stay there. */
  path: string
  /** The fields the server sorts by, the default first. */
  sort: readonly [Field, ...Field[]]
  /** The default is `asc`. */
  order?: 'asc' | 'desc'
  /** Filters by their names in the address. */
  filters?: Readers
  /** The name that holds the id of the open row; the default is `open`. */
  openAs?: Open
}

export interface ListDefinition<
  Field extends string = string,
  Readers extends FilterReaders = FilterReaders,
  Open extends string = string,
> extends Required<ListOptions<Field, Readers, Open>> {
  /** Reads the address; what does not belong there is left out, and reading twice changes nothing. */
  parse: (given: Record<string, unknown>) => ListSearch<Field, Readers, Open>
}

/** A list page's part of the address: what can be searched, sorted and filtered, and which row is open. */
export function defineList<
  const Field extends string,
  Readers extends FilterReaders = Record<never, never>,
  const Open extends string = 'open',
>(options: ListOptions<Field, Readers, Open>): ListDefinition<Field, Readers, Open> {
  const { path, sort, order = 'asc', filters = {} as Readers, openAs = 'open' as Open } = options // without them, the types are the defaults
  return {
    path,
    sort,
    order,
    filters,
    openAs,
    parse(given) {
      const other = order === 'asc' ? 'desc' : 'asc'
      const sortBy = sort.find((field) => field === given.sortBy)
      const open = given[openAs]
      const read = {
        ...Object.fromEntries(Object.entries(filters).map(([name, reader]) => [name, reader(given[name])])),
        search: searchText(given.search),
        sortBy: sortBy === sort[0] ? undefined : sortBy,
        order: given.order === other ? other : undefined,
        page: pageNumber(given.page),
        add: given.add === true ? true : undefined,
        [openAs]: typeof open === 'string' && open !== '' ? open : undefined,
      }
      return read as ListSearch<Field, Readers, Open> // each name by its own reader
    },
  }
}

/** Whether a search or a filter may leave rows out; order and page do not. */
export function isNarrowed<Field extends string, Readers extends FilterReaders, Open extends string>(
  list: ListDefinition<Field, Readers, Open>,
  search: ListSearch<Field, Readers, Open>,
): boolean {
  const given: Record<string, unknown> = search
  return ['search', ...Object.keys(list.filters)].some((name) => given[name] !== undefined)
}

/** A filter of one value out of several. */
export const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (given: unknown): T | undefined =>
    values.find((value) => value === given)

/** A filter of any number of values, in their own order. A single value is a list of one. */
export const someOf =
  <const T extends string>(values: readonly T[]) =>
  (given: unknown): T[] | undefined => {
    const wanted = new Set([given].flat())
    const found = values.filter((value) => wanted.has(value))
    return found.length > 0 ? found : undefined
  }

export function searchText(given: unknown): string | undefined {
  const text = typeof given === 'string' ? given.trim().slice(0, 200) : ''
  return text || undefined
}

/** Undefined is the first page, which the address leaves out. */
export function pageNumber(given: unknown): number | undefined {
  const page = Number(given)
  return Number.isSafeInteger(page) && page > 0 ? page : undefined
}
