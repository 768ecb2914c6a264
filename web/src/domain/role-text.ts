import { spelledText } from '../texts/i18n.ts'

/** Returns the name of a role in the language shown. Roles without a translation keep the name from the API. */
export const roleText = (name: string): string => spelledText('roles', name) ?? name
