import type { WebhookParam } from './webhook-params.ts'

interface AuthField {
  key: string
  isSecret: boolean
  isOptional?: boolean
}

/** The schemes of `Auth`, as the value of its row, and the rows that each has in `auth`. No scheme: an empty `Auth`. */
export const authSchemes = {
  Basic: [
    { key: 'username', isSecret: false },
    { key: 'password', isSecret: true },
  ],
  Bearer: [{ key: 'token', isSecret: true }],
  /** A header of any name, such as X-Api-Key. */
  Header: [
    { key: 'name', isSecret: false },
    { key: 'value', isSecret: true },
  ],
  Digest: [
    { key: 'username', isSecret: false },
    { key: 'password', isSecret: true },
  ],
  /** OAuth 2.0 client credentials. */
  OAuth2: [
    { key: 'tokenUrl', isSecret: false },
    { key: 'clientId', isSecret: false },
    { key: 'clientSecret', isSecret: true },
    { key: 'scope', isSecret: false, isOptional: true },
    { key: 'audience', isSecret: false, isOptional: true },
  ],
} as const satisfies Record<string, readonly AuthField[]>

export type AuthScheme = keyof typeof authSchemes
export const authSchemeNames = Object.keys(authSchemes) as AuthScheme[] // keys of the object above

export const isAuthScheme = (value: string): value is AuthScheme => Object.hasOwn(authSchemes, value)

export const authFieldsOf = (scheme: AuthScheme): readonly AuthField[] => authSchemes[scheme]

/** Returns whether a row in `auth` is a secret of its scheme. */
export const isAuthSecret = (scheme: string, key: string): boolean =>
  isAuthScheme(scheme) && authFieldsOf(scheme).some((field) => field.key === key && field.isSecret)

/** Returns a new `Auth` row with the fields of its scheme, for editors. */
export const emptyAuth = (scheme: AuthScheme): WebhookParam => ({
  key: 'Authorization',
  paramType: 'specified',
  type: 'authorization',
  value: scheme,
  auth: authFieldsOf(scheme)
    .filter(({ isOptional }) => !isOptional)
    .map(({ key }) => ({ key, paramType: 'specified', type: 'string', value: '' })),
})
