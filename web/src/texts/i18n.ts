import i18next from 'i18next'
import { first } from './en/first.ts'
import type { en } from './en.ts'

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

/** Loads the texts that are not part of the program. Code that shows them is loaded afterwards. */
export async function loadLaterTexts(): Promise<void> {
  const { later } = await import('./en/later.ts')
  i18next.addResourceBundle('en', 'translation', later)
}

/**
 * For code outside components, including the first view, which is drawn without React. Components use
 * `useTranslation`, which re-renders on a language change.
 */
export const t = i18next.t.bind(i18next)
