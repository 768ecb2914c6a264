/** Which rows of a list are asked for. */
export interface Slice {
  limit: number
  offset: number
}

interface Page<Item> {
  Items?: Item[]
  Page?: number
  PageSize?: number
  Total: number
}

/** Answers one page of a list; with `CountOnly` its total alone. Pages are counted from 0. */
export async function answerPage<Item>(
  { Page, PageSize, CountOnly = false }: { Page: number; PageSize: number; CountOnly?: boolean },
  of: { count(): Promise<number>; list(slice: Slice): Promise<Item[]> },
): Promise<Page<Item>> {
  const Total = await of.count()
  if (CountOnly) return { Total }
  return { Items: await of.list({ limit: PageSize, offset: Page * PageSize }), Page, PageSize, Total }
}
