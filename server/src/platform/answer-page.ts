/** The requested rows of a list. */
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

type Source<Item> = { count(): Promise<number> } & (
  | { list(slice: Slice): Promise<Item[]> }
  | { page(slice: Slice): Promise<{ items: Item[]; total: number }> }
)

/** Returns one page of a list; with `CountOnly` only its total. Pages are counted from 0. */
export async function answerPage<Item>(
  { Page, PageSize, CountOnly = false }: { Page: number; PageSize: number; CountOnly?: boolean },
  of: Source<Item>,
): Promise<Page<Item>> {
  if (CountOnly) return { Total: await of.count() }
  const slice = { limit: PageSize, offset: Page * PageSize }
  if ('page' in of) {
    const { items, total } = await of.page(slice)
    return { Items: items, Page, PageSize, Total: total }
  }
  const [Total, Items] = await Promise.all([of.count(), of.list(slice)])
  return { Items, Page, PageSize, Total }
}
