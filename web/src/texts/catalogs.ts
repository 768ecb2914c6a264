import type { Language } from '@eot/contract/languages'
import type { later } from './en/later.ts'
import type { Translated } from './es/translated.ts'

type LaterTexts = Translated<typeof later>

/** Loads the texts that are not part of the program. Only the language in use is loaded. */
export const requestLater: Record<Language, () => Promise<{ later: LaterTexts }>> = {
  en: () => import('./en/later.ts'),
  es: () => import('./es/rest.ts'),
}

/** Loads the first texts of a language. Those in English are part of the program. */
export const requestFirst = { es: async () => (await import('./es/start.ts')).start }
