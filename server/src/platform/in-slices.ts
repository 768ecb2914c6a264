import { ownTurn } from './own-turn.ts'

/** Processes the items in slices, letting the event loop handle other work between them. */
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
