import { shownLocale } from './language.ts'

const formats = new Map<string, Intl.NumberFormat>()

/** A format in the locale of the language shown, cached: creating one takes a hundred times as long as using it. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${shownLocale()} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(shownLocale(), options)
  formats.set(key, made)
  return made
}

export const numberText = (value: number, options?: Intl.NumberFormatOptions): string =>
  numberFormat(options).format(value)
