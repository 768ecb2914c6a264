import { ownTurn } from './own-turn.ts'

/** Long work in short pieces: between two of them whatever else has arrived gets its turn. */
export async function inSlices<Item>(
  items: readonly Item[],
  size: number,
  work: (slice: readonly Item[]) => void,
): Promise<void> {
  if (items.length <= size) return work(items)
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await ownTurn(Number.POSITIVE_INFINITY)
    work(items.slice(from, from + size))
  }
}
