import { type Language, languageOf } from '@eot/contract/languages'

/** Read by /before-paint.js before the first paint. */
const key = 'eot.language'
let shown: Language = 'en'
let locale: string | undefined

export const shownLanguage = (): Language => shown

/** The locale of dates and numbers. undefined: that of the browser. */
export const shownLocale = (): string | undefined => locale

/** The texts in this language must already be loaded. */
export function setShownLanguage(language: Language): void {
  shown = language
  const browser = new Intl.DateTimeFormat().resolvedOptions().locale
  locale = localeOf(language, browser, globalThis.navigator?.languages ?? [])
  if (globalThis.document) document.documentElement.lang = language
}

/**
 * The locale in which dates and numbers are written in a language. The browser's own (undefined) if it is in that
 * language, or, for English, in one the portal does not know. Otherwise the language as it is written in the region of
 * the browser, unless the browser names another locale of the language.
 */
export function localeOf(
  language: Language,
  browser: string,
  preferred: readonly string[],
): string | undefined {
  const own = languageOf(browser)
  if (own === language || (language === 'en' && own === undefined)) return undefined
  const { region } = new Intl.Locale(browser)
  return (
    preferred.find((one) => languageOf(one) === language) ?? (region ? `${language}-${region}` : language)
  )
}

/** Returns the language to load with the program: the one last shown here, or else that of the browser. */
export const languageAtStart = (): Language => languageOf(document.documentElement.lang) ?? 'en'

/** The language of pages for visitors who have not signed in. */
export const visitorLanguage = (): Language => languageOf(navigator.language) ?? 'en'

/** Remembers the language of the session for the first paint of the next load. */
export const storeLanguage = (language: Language): void => localStorage.setItem(key, language)

export const clearLanguage = (): void => localStorage.removeItem(key)
