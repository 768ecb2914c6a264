import { page } from '../../lib/routes/page.ts'
import { searchWord } from '../../lib/routes/search-word.ts'

export const twoFactorPages = [
  page(
    '/multi-factor-auth',
    {},
    async () => (await import('./multi-factor-auth-page.tsx')).MultiFactorAuthPage,
  ),
] as const

const readEmail = ({ email }: Record<string, unknown>): { email?: string | undefined } => ({
  email: searchWord(email),
})

/** For users who must set up a second factor before they can use the portal. */
export const mfaSetupPage = page(
  '/mfa-setup',
  { search: readEmail },
  async () => (await import('./mfa-setup-page.tsx')).MfaSetupPage,
)
