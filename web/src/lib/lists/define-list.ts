import { mostPage } from '@eot/contract/wire'

/** Parses a filter from the address. undefined: missing or invalid. */
type FilterReader = (given: unknown) => unknown
export type FilterReaders = Readonly<Record<string, FilterReader>>

/** The filters of a list by search parameter. */
export type FiltersOf<Readers extends FilterReaders> = { [Name in keyof Readers]?: ReturnType<Readers[Name]> }

/** The state of a list, as stored in the address. Defaults are left out. */
export type ListSearch<
  Field extends string,
  Readers extends FilterReaders,
  Open extends string,
> = FiltersOf<Readers> & { [Name in Open]?: string | undefined } & {
  search?: string | undefined
  sortBy?: Field | undefined
  order?: 'asc' | 'desc' | undefined
  /** Starts at 0. */
  page?: number | undefined
  /** The form for a new row is open. */
  add?: true | undefined
}

export interface ListOptions<Field extends string, Readers extends FilterReaders, Open extends string> {
  /** The path of the page. Its links stay there. */
  path: string
  /** The sort fields the server supports, the default first. */
  sort: readonly [Field, ...Field[]]
  /** Defaults to `asc`. */
  order?: 'asc' | 'desc'
  /** Filters by search parameter. */
  filters?: Readers
  /** Those of the filters that choose between lists on one page, like tabs. They exclude no rows. */
  tabs?: readonly (keyof Readers & string)[]
  /** The search parameter with the ID of the open row. Defaults to `open`. */
  openAs?: Open
}

export interface ListDefinition<
  Field extends string = string,
  Readers extends FilterReaders = FilterReaders,
  Open extends string = string,
> extends Required<ListOptions<Field, Readers, Open>> {
  /** Parses the address. Invalid values are dropped, so parsing the result again changes nothing. */
  parse: (given: Record<string, unknown>) => ListSearch<Field, Readers, Open>
}

/** Declares the address of a list page: what can be searched, sorted and filtered, and which row is open. */
export function defineList<
  const Field extends string,
  Readers extends FilterReaders = Record<never, never>,
  const Open extends string = 'open',
>(options: ListOptions<Field, Readers, Open>): ListDefinition<Field, Readers, Open> {
  const { path, sort, order = 'asc', filters = {} as Readers, tabs = [], openAs = 'open' as Open } = options // if omitted, the types are those of the defaults
  return {
    path,
    sort,
    order,
    filters,
    tabs,
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
      return read as ListSearch<Field, Readers, Open> // each value comes from its own reader
    },
  }
}

/** Whether a search or filter may exclude rows. Order and page do not. */
export function isNarrowed<Field extends string, Readers extends FilterReaders, Open extends string>(
  list: ListDefinition<Field, Readers, Open>,
  search: ListSearch<Field, Readers, Open>,
): boolean {
  const given: Record<string, unknown> = search
  return ['search', ...narrowing(list)].some((name) => given[name] !== undefined)
}

/** The names of the filters that may exclude rows. */
export const narrowing = ({ filters, tabs }: Pick<ListDefinition, 'filters' | 'tabs'>): string[] =>
  Object.keys(filters).filter((name) => !tabs.includes(name))

/** A filter with one of several values. */
export const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (given: unknown): T | undefined =>
    values.find((value) => value === given)

/** A filter with any number of values, in the order of `values`. A single value becomes a list of one. */
export const someOf =
  <const T extends string>(values: readonly T[]) =>
  (given: unknown): T[] | undefined => {
    const wanted = new Set([given].flat())
    const found = values.filter((value) => wanted.has(value))
    return found.length > 0 ? found : undefined
  }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A filter with any number of ids. A single one becomes a list of one. */
export function someIds(given: unknown): string[] | undefined {
  const found = [given].flat().filter((id): id is string => typeof id === 'string' && uuid.test(id))
  return found.length > 0 ? [...new Set(found)].slice(0, 200) : undefined
}

export function searchText(given: unknown): string | undefined {
  const text = typeof given === 'string' ? given.trim().slice(0, 200) : ''
  return text || undefined
}

/** undefined: the first page, which is left out of the address. A page beyond the API's limit becomes that limit. */
export function pageNumber(given: unknown): number | undefined {
  const page = Number(given)
  return Number.isInteger(page) && page > 0 ? Math.min(page, mostPage) : undefined
}
