/** A text to search for, in the forms that the indexes need. */
export interface SearchText {
  /** The prefix of matching names, in lower case. */
  prefix: string
  /** Text search query for names that contain a word with each of these beginnings; null without any word. */
  words: string | null
  /** `like` pattern for hardware addresses that begin with the text; null if it cannot be one. */
  mac: string | null
}

/** From this many digits, a text may be the beginning of a hardware address. With fewer, too many would match. */
const fewestDigits = 4

export function searchTextOf(text: string): SearchText {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const digits = text.toUpperCase().replaceAll(/[\s:.-]/g, '')
  const isMac = /^[\dA-F]{4,12}$/.test(digits) && digits.length >= fewestDigits
  return {
    prefix: text.trim().toLowerCase(),
    words: words.length > 0 ? words.map((word) => `'${word}':*`).join(' & ') : null,
    mac: isMac ? `${(digits.match(/.{1,2}/g) ?? []).join(':')}%` : null,
  }
}
