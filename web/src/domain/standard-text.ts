import { spelledText } from '../texts/i18n.ts'

/** Translates the name of a standard, or of the source of its limits. Falls back to English. */
export const standardText = (english: string): string => spelledText('standards', english) ?? english
