import { page } from '../../lib/routes/page.ts'
import { searchWord } from '../../lib/routes/search-word.ts'

/** The query that continues a sign-in step. */
export interface Step {
  session?: string | undefined
  email?: string | undefined
}

/** The query of a link in an email. */
interface EmailLink {
  email?: string | undefined
  code?: string | undefined
}

type Given = Record<string, unknown>
const readStep = ({ session, email }: Given): Step => ({
  session: searchWord(session),
  email: searchWord(email),
})
const readLink = ({ email, code }: Given): EmailLink => ({ email: searchWord(email), code: searchWord(code) })
const readLogin = ({ invalid }: Given): { invalid?: string | undefined } => ({ invalid: searchWord(invalid) })

/** For signed-out visitors. */
export const signInPages = [
  page('/login', { search: readLogin }, async () => (await import('./login-page.tsx')).LoginPage),
  page('/password', {}, async () => (await import('./forgot-password-page.tsx')).ForgotPasswordPage),
  page('/reset', { search: readLink }, async () => (await import('./reset-page.tsx')).ResetPage),
  page('/confirm', { search: readLink }, async () => (await import('./confirm-page.tsx')).ConfirmPage),
] as const

/** Steps of a sign-in in progress. */
export const updatePasswordPage = page(
  '/update-password',
  { search: readStep },
  async () => (await import('./update-password-page.tsx')).UpdatePasswordPage,
)
export const mfaPage = page(
  '/mfa',
  { search: readStep },
  async () => (await import('./mfa-page.tsx')).MfaPage,
)

/** The return address of single sign-on, for signed-in and signed-out visitors. */
export const azurePage = page('/azure', {}, async () => (await import('./azure-page.tsx')).AzurePage)

export const loadingPage = page('/loading', {}, async () => (await import('./loading-page.tsx')).LoadingPage)
