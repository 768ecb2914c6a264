/** The languages of the portal and its messages. The first is the default. */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** Each in its own language, so that people find theirs whatever language is shown. */
export const languageNames = { en: 'English', es: 'Español' } as const satisfies Record<Language, string>

/** Returns the language of a locale such as `es-MX`. undefined: not supported. */
export const languageOf = (locale: string): Language | undefined =>
  languages.find((language) => language === locale.split('-', 1)[0]?.toLowerCase())
