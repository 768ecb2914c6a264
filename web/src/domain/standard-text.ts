import { spelledText } from '../texts/i18n.ts'

/** The name of a standard, or where its limits come from, in the language shown. Texts without a translation stay English. */
export const standardText = (english: string): string => spelledText('standards', english) ?? english
