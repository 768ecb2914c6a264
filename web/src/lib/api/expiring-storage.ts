/** Items in local storage that expire a number of days after they are written (spec 9). */
const dayMs = 86_400_000

interface Item {
  value: unknown
  expiresAt: number
}

export function writeExpiring(
  storage: Storage,
  key: string,
  value: unknown,
  days: number,
  now = Date.now(),
): void {
  const item: Item = { value, expiresAt: now + days * dayMs }
  storage.setItem(key, JSON.stringify(item))
}

/** undefined: never written, expired or unreadable. Expired and unreadable items are removed. */
export function readExpiring(storage: Storage, key: string, now = Date.now()): unknown {
  const text = storage.getItem(key)
  if (text === null) return undefined
  const item = parse(text)
  if (item && item.expiresAt > now) return item.value
  storage.removeItem(key)
  return undefined
}

function parse(text: string): Item | undefined {
  try {
    const item: unknown = JSON.parse(text)
    return isItem(item) ? item : undefined
  } catch {
    return undefined
  }
}

function isItem(item: unknown): item is Item {
  return (
    typeof item === 'object' && item !== null && 'expiresAt' in item && typeof item.expiresAt === 'number'
  )
}
