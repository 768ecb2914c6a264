const key = 'eot.sso.from'

/** Remembers, while the visitor is at the provider, where they wanted to go. */
export function keepDestination(storage: Storage, from: string | undefined): void {
  if (from) storage.setItem(key, from)
  else storage.removeItem(key)
}

export function keptDestination(storage: Storage): string | undefined {
  return storage.getItem(key) ?? undefined
}
