/**
 * Any common form, also within a text such as "MAC: a4cf.127b.039e" on a label. Its separators are all the same, unlike those of
 * a date with a time, and it is not part of a UUID.
 */
const pairs = '(?<!(?:[0-9a-f]{4}-){3})[0-9a-f]{2}([:\\-. ]?)(?:[0-9a-f]{2}\\1){4}[0-9a-f]{2}'
const fours = '(?<![0-9a-f]{8}-)[0-9a-f]{4}([.\\- ])[0-9a-f]{4}\\2[0-9a-f]{4}'
const written = new RegExp(`(?<![0-9a-f])(?:${pairs}|${fours})(?![0-9a-f])`, 'i')
const digitCount = 12

export interface TypedMac {
  text: string
  /** The cursor position, after as many digits as before. */
  cursor: number
}

/** The text typed or pasted so far, in upper-case pairs. Characters that are not hex digits are dropped. */
export function typedMac(raw: string, cursor: number): TypedMac {
  const whole = written.exec(raw)?.[0]
  if (whole) {
    const text = inPairs(digitsOf(whole))
    return { text, cursor: raw.length > cursor ? Math.min(cursor, text.length) : text.length }
  }
  const before = digitsOf(raw.slice(0, cursor)).slice(0, digitCount)
  const text = inPairs(digitsOf(raw).slice(0, digitCount))
  return { text, cursor: inPairs(before).length }
}

/** Returns the first address that is written in one of the texts, such as those of the codes on a label. */
export function writtenMac(texts: readonly string[]): string | undefined {
  const [whole] = texts.flatMap((text) => written.exec(text)?.[0] ?? [])
  return whole && inPairs(digitsOf(whole))
}

export const isWholeMac = (text: string): boolean => digitsOf(text).length === digitCount

const digitsOf = (text: string): string => text.replace(/[^0-9a-f]/gi, '').toUpperCase()

const inPairs = (digits: string): string => digits.match(/.{1,2}/g)?.join(':') ?? ''
