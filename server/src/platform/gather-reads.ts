import { withoutCancel } from './db/cancel-reads.ts'

/**
 * Batches reads: callers that each request one value while a query is running share the next one. A rejected query rejects for
 * all of its callers.
 */
export function gatherReads<Key, Value>(read: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>) {
  let last: Promise<unknown> = Promise.resolve()
  let next: { keys: Set<Key>; result: Promise<ReadonlyMap<Key, Value>> } | null = null

  async function readAfter(before: Promise<unknown>, keys: Set<Key>): Promise<ReadonlyMap<Key, Value>> {
    await before.catch(() => undefined) // its callers get the error
    next = null
    return withoutCancel(() => read([...keys]))
  }

  return async (key: Key): Promise<Value | undefined> => {
    if (!next) {
      const keys = new Set<Key>()
      next = { keys, result: readAfter(last, keys) }
      last = next.result
    }
    next.keys.add(key)
    return (await next.result).get(key)
  }
}
