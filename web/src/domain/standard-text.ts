import { spelledText } from '../texts/i18n.ts'

/** The name of a standard or of the source of its limits, in the language of the portal. English if there is no translation. */
export const standardText = (english: string): string => spelledText('standards', english) ?? english
