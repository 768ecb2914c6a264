/** What a list shows, as the address carries it; left out is what is usual. */
export interface ListSearch<Field extends string> {
  search?: string | undefined
  sortBy?: Field | undefined
  order?: 'desc' | undefined
  /** From 0. */
  page?: number | undefined
  /** The form for a new row is open. */
  add?: true | undefined
}

/**
 * Reads the address; what does not belong there is left out, so that reading twice changes nothing.
 * The first of the fields is the one a list is sorted by without being told.
 */
export function parseListSearch<Field extends string>(
  given: Record<string, unknown>,
  fields: readonly [Field, ...Field[]],
): ListSearch<Field> {
  const page = Number(given.page)
  const text = typeof given.search === 'string' ? given.search.trim().slice(0, 200) : ''
  const sortBy = fields.find((field) => field === given.sortBy)
  return {
    search: text || undefined,
    sortBy: sortBy === fields[0] ? undefined : sortBy,
    order: given.order === 'desc' ? 'desc' : undefined,
    page: Number.isSafeInteger(page) && page > 0 ? page : undefined,
    add: given.add === true ? true : undefined,
  }
}
