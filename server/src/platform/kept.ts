/**
 * Creates a cache of at most this many values. `key` identifies the requested value, and `version` changes with each change of
 * it.
 */
export function createKept<Value>(most: number) {
  const kept = new Map<string, { version: string; value: Value }>()
  return async (
    { key, version }: { key: string; version: string },
    make: () => Promise<Value>,
  ): Promise<Value> => {
    const known = kept.get(key)
    const value = known?.version === version ? known.value : await make()
    // Moved to the end, since it was requested last.
    kept.delete(key)
    kept.set(key, { version, value })
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size > most) kept.delete(oldest)
    return value
  }
}
