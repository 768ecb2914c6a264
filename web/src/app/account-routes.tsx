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

/** Others than those who are not signed in go on to where they are at home. */
function requireSignedOut({ location }: { location: ParsedLocation }): void {
  const elsewhere = signedOutGate(sessionState().phase)
  if (elsewhere === undefined) return
  // The link of an email is still wanted when the session it met turns out to be none.
  const from = location.pathname === '/login' ? location.state.from : location.href
  throw redirect({ to: elsewhere, state: { ...location.state, ...(from ? { from } : {}) } })
}

/** Without what a step is continued with there is nothing to continue. */
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

/** The routes of pages for those who are not signed in. */
const signedOutRoutes = <const Pages extends readonly Page[]>(pages: Pages) =>
  pages.map(signedOutPage) as unknown as { [Place in keyof Pages]: SignedOutPage<Pages[Place]> } // one for one, which map does not say

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

/** Every way in. */
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
