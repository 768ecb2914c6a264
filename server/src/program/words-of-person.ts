/** Replaces texts about an erased person. */
export const erased = '(erased)'

/** What identifies a person in texts. */
export interface PersonWords {
  /** Email addresses, in any case. */
  emails: readonly string[]
  /** As written, with or without separators. */
  phones: readonly string[]
  names: readonly string[]
}

/**
 * Returns a function that replaces the words that identify the person in a text or in all texts of a JSON value. A name of one
 * word is replaced only where it is the whole text, since it may also be a word.
 */
export function createEraser({ emails, phones, names }: PersonWords): <Value>(value: Value) => Value {
  const wholes = new Set([...emails, ...phones, ...names].map((word) => word.toLowerCase()))
  const parts = [...emails, ...phones, ...names.filter((name) => /\S\s+\S/.test(name))].filter(Boolean)
  // Longest first, so that replacing a short word never leaves part of a longer one that contains it.
  const sorted = parts
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  // Not within a longer word, address or number.
  const pattern =
    sorted.length === 0
      ? undefined
      : new RegExp(`(?<![\\p{L}\\p{N}._%+-])(${sorted.join('|')})(?![\\p{L}\\p{N}@_])`, 'giu')
  const erase = (value: unknown): unknown => {
    if (typeof value === 'string')
      return wholes.has(value.trim().toLowerCase())
        ? erased
        : pattern
          ? value.replace(pattern, erased)
          : value
    if (Array.isArray(value)) return value.map(erase)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, erase(inner)]))
  }
  return <Value>(value: Value) => erase(value) as Value // texts stay texts, and structures keep their form
}
