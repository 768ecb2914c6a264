import { z } from 'zod'

/** Whether the database can hold the text: no NUL character, and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

const refusal = 'Contains characters that cannot be stored'

/** Text that a device or a person writes. What `endpoint` declares is checked as a whole and needs no more. */
export const storableText = z.string().refine(isStorable, refusal)

interface Place {
  value: unknown
  key: string
  above: Place | null
}

/** Where a value of any shape and depth holds text that cannot be stored, as a value or as a key; undefined: nowhere. */
export function findUnstorable(value: unknown): string[] | undefined {
  const waiting: Place[] = [{ value, key: '', above: null }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { key, value: inner } = place
    if (!isStorable(key) || (typeof inner === 'string' && !isStorable(inner))) return pathTo(place)
    if (typeof inner === 'object' && inner !== null)
      for (const [name, next] of Object.entries(inner)) waiting.push({ value: next, key: name, above: place })
  }
  return undefined
}

function pathTo(place: Place): string[] {
  const path: string[] = []
  for (let at: Place = place; at.above; at = at.above) path.unshift(at.key.toWellFormed())
  return path
}

/** Refuses a value that holds text which cannot be stored. `endpoint` adds it to all that a call may bring. */
export const storable = z.check<unknown>(({ value, issues }) => {
  const path = findUnstorable(value)
  if (path) issues.push({ code: 'custom', message: refusal, path, input: value })
})
