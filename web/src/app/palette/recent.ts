/** Something that was opened from the search. */
export interface Recent {
  kind: 'site' | 'device' | 'user'
  id: string
  name: string
  detail: string
  siteId?: string
}

const mostKept = 5
const keyOf = (userId: string) => `recent:${userId}`

/** Returns what this user opened last in this browser, newest first. */
export function readRecent(userId: string): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent) : []
  } catch {
    return [] // edited by hand
  }
}

export function noteRecent(userId: string, opened: Recent): void {
  const others = readRecent(userId).filter(({ id }) => id !== opened.id)
  localStorage.setItem(keyOf(userId), JSON.stringify([opened, ...others].slice(0, mostKept)))
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, detail, kind } = value as Partial<Recent>
  return (
    [id, name, detail].every((text) => typeof text === 'string') && /^(site|device|user)$/.test(String(kind))
  )
}
