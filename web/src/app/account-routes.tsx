import { about } from '@eot/contract/about'
import { createRoute, notFound, type ParsedLocation, redirect } from '@tanstack/react-router'
import { aboutPage } from '../features/about/routes.ts'
import { azurePage, mfaPage, type Step, signInPages, updatePasswordPage } from '../features/auth/routes.ts'
import { registerPage, registrationPages } from '../features/registration/routes.ts'
import { mfaSetupPage } from '../features/two-factor/routes.ts'
import { call } from '../lib/api/api.ts'
import type { Page, SearchReader } from '../lib/routes/page.ts'
import { sessionState } from '../session/session.ts'
import { AccountLayout } from './account/account-layout.tsx'
import { setupGate, signedOutGate } from './gate.ts'
import { pageOptions } from './page-route.ts'
import { rootRoute } from './root-route.tsx'

const accountRoute = createRoute({ getParentRoute: () => rootRoute, id: 'account', component: AccountLayout })

const frame = { getParentRoute: () => accountRoute }

/** Redirects visitors who are signed in, or may be, to the page for their session state. */
function requireSignedOut({ location }: { location: ParsedLocation }): void {
  const elsewhere = signedOutGate(sessionState().phase)
  if (elsewhere === undefined) return
  // If the session turns out to be invalid, the link from the email is still followed.
  const from = location.pathname === '/login' ? location.state.from : location.href
  throw redirect({ to: elsewhere, state: { ...location.state, ...(from ? { from } : {}) } })
}

/** Redirects to sign-in when the address lacks the session or email needed to continue the step. */
function requireStep({ location, search }: { location: ParsedLocation; search: Step }): void {
  requireSignedOut({ location })
  if (search.session === undefined || search.email === undefined) throw redirect({ to: '/login' })
}

const signedOutPage = <const Path extends string, Search extends SearchReader>(of: Page<Path, Search>) =>
  createRoute({ ...frame, ...pageOptions(of), beforeLoad: requireSignedOut })

const stepPage = <const Path extends string>(of: Page<Path, (given: Record<string, unknown>) => Step>) =>
  createRoute({ ...frame, ...pageOptions(of), beforeLoad: requireStep })

const openPage = <const Path extends string, Search extends SearchReader>(of: Page<Path, Search>) =>
  createRoute({ ...frame, ...pageOptions(of) })

type SignedOutPage<Of> =
  Of extends Page<infer Path, infer Search> ? ReturnType<typeof signedOutPage<Path, Search>> : never

/** The routes of pages for signed-out visitors. */
const signedOutRoutes = <const Pages extends readonly Page[]>(pages: Pages) =>
  pages.map(signedOutPage) as unknown as { [Place in keyof Pages]: SignedOutPage<Pages[Place]> } // `map` loses the tuple type; each page becomes one route

const mfaSetupRoute = createRoute({
  ...frame,
  ...pageOptions(mfaSetupPage),
  beforeLoad: ({ location, search }) => {
    const elsewhere = setupGate(sessionState().phase)
    if (elsewhere === undefined) return
    const { email } = search
    throw redirect({ to: elsewhere, state: { ...location.state, ...(email ? { email } : {}) } })
  },
})

const registerRoute = createRoute({
  ...frame,
  ...pageOptions(registerPage),
  beforeLoad: async ({ location }) => {
    requireSignedOut({ location })
    if (!(await call(about.get)).IsDevelopment) throw notFound()
  },
})

/** Routes of all pages outside the portal. */
export const accountRoutes = [
  accountRoute.addChildren([
    ...signedOutRoutes(signInPages),
    stepPage(updatePasswordPage),
    stepPage(mfaPage),
    mfaSetupRoute,
    registerRoute,
    ...signedOutRoutes(registrationPages),
    openPage(aboutPage),
    openPage(azurePage),
  ]),
] as const
