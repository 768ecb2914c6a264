/**
 * Keeps the last values that were made, at most so many. `key` says which one is asked for, and `version` is another one after
 * each change of it.
 */
export function createKept<Value>(most: number) {
  const kept = new Map<string, { version: string; value: Value }>()
  return async (
    { key, version }: { key: string; version: string },
    make: () => Promise<Value>,
  ): Promise<Value> => {
    const known = kept.get(key)
    const value = known?.version === version ? known.value : await make()
    // Last, as the one asked for last.
    kept.delete(key)
    kept.set(key, { version, value })
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size > most) kept.delete(oldest)
    return value
  }
}
