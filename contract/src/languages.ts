/** The languages in which the portal and its messages exist. The first is used where nobody has chosen one. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Each in its own words, so that people find theirs whatever is shown. */
export const languageNames = { en: 'English', es: 'Español' } as const satisfies Record<Language, string>

/** The language of a locale such as `es-MX`. undefined: not one of the product. */
export const languageOf = (locale: string): Language | undefined =>
  languages.find((language) => language === locale.split('-', 1)[0]?.toLowerCase())
