import { spelledText } from '../texts/i18n.ts'

/** The name of a role in the language shown. Roles without a name there keep that of the API. */
export const roleText = (name: string): string => spelledText('roles', name) ?? name
