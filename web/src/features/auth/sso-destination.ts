const key = 'eot.sso.from'

/** Remembers the requested address while the visitor is at the provider. */
export function keepDestination(storage: Storage, from: string | undefined): void {
  if (from) storage.setItem(key, from)
  else storage.removeItem(key)
}

export function keptDestination(storage: Storage): string | undefined {
  return storage.getItem(key) ?? undefined
}
