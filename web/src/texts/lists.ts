import { shownLanguage, shownLocale } from './language.ts'

/** "Vape, CO, and TVOC" */
export const listText = (parts: readonly string[]): string => joined(parts, 'conjunction')

/** "Vape, CO, or TVOC" */
export const eitherText = (parts: readonly string[]): string => joined(parts, 'disjunction')

const joined = (parts: readonly string[], type: Intl.ListFormatOptions['type']) =>
  new Intl.ListFormat(shownLanguage(), { type }).format(parts)

const collators = new Map<string, Intl.Collator>()

/** Sorts texts as readers of the language expect, such as names. */
export function compareTexts(one: string, other: string, options: Intl.CollatorOptions = {}): number {
  const key = `${shownLocale()} ${JSON.stringify(options)}`
  const collator = collators.get(key) ?? new Intl.Collator(shownLocale(), options)
  collators.set(key, collator)
  return collator.compare(one, other)
}
