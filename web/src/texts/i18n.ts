import type { Language } from '@eot/contract/languages'
import i18next from 'i18next'
import { requestFirst, requestLater } from './catalogs.ts'
import { first } from './en/first.ts'
import type { en } from './en.ts'
import type { SpelledKind } from './es/spelled.ts'
import { setShownLanguage, shownLanguage } from './language.ts'
import { setProblemTexts } from './problem-text.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
    returnNull: false
  }
}

void i18next.init({
  initAsync: false, // the first texts are bundled, so i18next is ready before the first render
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: first } },
  interpolation: { escapeValue: false }, // React escapes
  returnNull: false,
  parseMissingKeyHandler(key, fallback) {
    if (fallback === undefined) console.error(`The text ${key} has not been loaded`)
    return fallback ?? key
  },
})

/** Whether a page has been opened that needs more than the first texts. */
let needsLater = false
let wanted: Language = 'en'

/** Loads the texts that are not part of the program. Code that shows them is loaded afterwards. */
export async function loadLaterTexts(): Promise<void> {
  needsLater = true
  await addLater(wanted)
}

/** Shows everything in a language, once its texts have been loaded. A later call wins. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language
  if (language === shownLanguage()) return
  if (language !== 'en') {
    const { texts, problems } = await requestFirst[language]()
    i18next.addResourceBundle(language, 'translation', texts)
    setProblemTexts(language, problems)
  }
  if (needsLater) await addLater(language)
  if (wanted !== language) return
  setShownLanguage(language)
  await i18next.changeLanguage(language)
}

async function addLater(language: Language): Promise<void> {
  const { later } = await requestLater[language]()
  i18next.addResourceBundle(language, 'translation', later)
}

/**
 * Returns the text for a name of the API that English derives from the key, such as `FullName`. undefined: English is shown, or
 * the language has none.
 */
export function spelledText(kind: SpelledKind, name: string): string | undefined {
  const texts: unknown = i18next.getResource(shownLanguage(), 'translation', `spelled.${kind}`)
  const text =
    typeof texts === 'object' && texts !== null ? Object.entries(texts).find(([key]) => key === name) : []
  return typeof text?.[1] === 'string' ? text[1] : undefined
}

/**
 * For code outside components, including the first view, which is drawn without React. Components use
 * `useTranslation`, which re-renders on a language change.
 */
export const t = i18next.t.bind(i18next)
