import { shownLocale } from '../texts/language.ts'

/**
 * Formats a number for an input: without grouping, with at most two decimals. `readNumber` reads it back. `locale`
 * defaults to the one in which the portal shows all numbers.
 */
export const numberEntry = (value: number, locale = shownLocale()): string =>
  new Intl.NumberFormat(locale, {
    useGrouping: false,
    maximumFractionDigits: 2,
    signDisplay: 'negative',
  }).format(value)

/**
 * Reads a number written as the portal shows numbers in the locale: in English, `1,200` is 1200 and `1.2` is 1.2, in
 * German the other way around. ASCII digits and signs are read too. Anything else is undefined, such as `1,2` in
 * English, which is ambiguous.
 */
export function readNumber(text: string, locale = shownLocale()): number | undefined {
  const signs = signsOf(locale)
  const plain = normalized(text, signs)
  const [, sign = '', whole = '', decimals = ''] = /^(-?)([\d,]*\d)(\.\d+)?$/.exec(plain) ?? []
  if (whole === '') return undefined
  const digits = whole.replaceAll(',', '')
  if (digits !== whole && whole !== normalized(signs.grouped.format(BigInt(digits)), signs)) return undefined
  return Number(`${sign}${digits}${decimals}`)
}

interface Signs {
  group: string
  decimal: string
  digits: readonly string[]
  /** Also groups the digits of numbers that the locale writes without grouping, such as 1.200 in Spanish. */
  grouped: Intl.NumberFormat
}

function signsOf(locale: string | undefined): Signs {
  const grouped = new Intl.NumberFormat(locale, { useGrouping: 'always' })
  const parts = grouped.formatToParts(1_234_567.5)
  const sign = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const digit = new Intl.NumberFormat(locale, { useGrouping: false })
  return {
    group: sign('group'),
    decimal: sign('decimal'),
    digits: Array.from({ length: 10 }, (_, value) => digit.format(value)),
    grouped,
  }
}

const spaces = /\s/
const apostrophes = /['’]/
/** Marks of direction, which some locales put beside a minus sign. */
const invisible = /[\u200e\u200f\u061c]/g

/** Converts to ASCII, with `,` between groups and `.` before decimals. Characters that are not part of a number become `?`. */
function normalized(text: string, { group, decimal, digits }: Signs): string {
  const isGroup = (char: string) =>
    char === group || [spaces, apostrophes].some((kind) => kind.test(char) && kind.test(group))
  return [...text.replaceAll(invisible, '').trim()]
    .map((char) => {
      if (char >= '0' && char <= '9') return char
      if (digits.includes(char)) return String(digits.indexOf(char))
      if (char === decimal) return '.'
      if (isGroup(char)) return ','
      return char === '-' || char === '−' ? '-' : '?'
    })
    .join('')
}
