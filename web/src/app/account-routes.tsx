import { about } from '@eot/contract/about'
import {
  createRoute,
  lazyRouteComponent,
  notFound,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { call } from '../lib/api.ts'
import { sessionState } from '../session/session.ts'
import { AccountLayout } from './account/account-layout.tsx'
import { setupGate, signedOutGate } from './gate.ts'
import { loadPage } from './page-parts.ts'
import { rootRoute } from './root-route.tsx'
import { withinTime } from './within-time.ts'

/** The router reads a value of digits as a number. */
const text = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined

const accountRoute = createRoute({ getParentRoute: () => rootRoute, id: 'account', component: AccountLayout })

const frame = { getParentRoute: () => accountRoute }

/** Pages for those who are not signed in: others go on to where they are at home. */
const signedOut = {
  ...frame,
  beforeLoad: ({ location }: { location: ParsedLocation }) => {
    const elsewhere = signedOutGate(sessionState().phase)
    if (elsewhere === undefined) return
    // A link of a mail is still wanted when the session it met turns out to be none.
    const from = location.pathname === '/login' ? location.state.from : location.href
    throw redirect({ to: elsewhere, state: { ...location.state, ...(from ? { from } : {}) } })
  },
}

/** What a step of a sign-in is continued with; without it there is nothing to continue. */
interface Step {
  session?: string | undefined
  email?: string | undefined
}
const step = {
  ...signedOut,
  validateSearch: (search: Record<string, unknown>): Step => ({
    session: text(search.session),
    email: text(search.email),
  }),
  beforeLoad: (context: { location: ParsedLocation; search: Step }) => {
    signedOut.beforeLoad(context)
    const { session, email } = context.search
    if (session === undefined || email === undefined) throw redirect({ to: '/login' })
  },
}

/** What a link of a mail carries. */
interface MailLink {
  email?: string | undefined
  code?: string | undefined
}
const parseMailLink = (search: Record<string, unknown>): MailLink => ({
  email: text(search.email),
  code: text(search.code),
})

const loginRoute = createRoute({
  ...signedOut,
  path: '/login',
  validateSearch: (search): { invalid?: string | undefined } => ({ invalid: text(search.invalid) }),
  component: lazyRouteComponent(withinTime(loadPage['/login']), 'LoginPage'),
})

const updatePasswordRoute = createRoute({
  ...step,
  path: '/update-password',
  component: lazyRouteComponent(
    withinTime(() => import('../features/auth/update-password-page.tsx')),
    'UpdatePasswordPage',
  ),
})

const mfaRoute = createRoute({
  ...step,
  path: '/mfa',
  component: lazyRouteComponent(
    withinTime(() => import('../features/auth/mfa-page.tsx')),
    'MfaPage',
  ),
})

const mfaSetupRoute = createRoute({
  ...frame,
  path: '/mfa-setup',
  validateSearch: (search): { email?: string | undefined } => ({ email: text(search.email) }),
  beforeLoad: ({ location, search }) => {
    const elsewhere = setupGate(sessionState().phase)
    if (elsewhere === undefined) return
    const { email } = search
    throw redirect({ to: elsewhere, state: { ...location.state, ...(email ? { email } : {}) } })
  },
  component: lazyRouteComponent(
    withinTime(() => import('../features/two-factor/mfa-setup-page.tsx')),
    'MfaSetupPage',
  ),
})

const passwordRoute = createRoute({
  ...signedOut,
  path: '/password',
  component: lazyRouteComponent(
    withinTime(() => import('../features/auth/forgot-password-page.tsx')),
    'ForgotPasswordPage',
  ),
})

const resetRoute = createRoute({
  ...signedOut,
  path: '/reset',
  validateSearch: parseMailLink,
  component: lazyRouteComponent(
    withinTime(() => import('../features/auth/reset-page.tsx')),
    'ResetPage',
  ),
})

const confirmRoute = createRoute({
  ...signedOut,
  path: '/confirm',
  validateSearch: parseMailLink,
  component: lazyRouteComponent(
    withinTime(() => import('../features/auth/confirm-page.tsx')),
    'ConfirmPage',
  ),
})

const registerRoute = createRoute({
  ...signedOut,
  path: '/register',
  beforeLoad: async (context) => {
    signedOut.beforeLoad(context)
    if (!(await call(about.get)).IsDevelopment) throw notFound()
  },
  component: lazyRouteComponent(
    withinTime(() => import('../features/registration/register-page.tsx')),
    'RegisterPage',
  ),
})

const registerSiteRoute = createRoute({
  ...signedOut,
  path: '/register-site',
  component: lazyRouteComponent(
    withinTime(() => import('../features/registration/register-site-page.tsx')),
    'RegisterSitePage',
  ),
})

const registerFlysenseSiteRoute = createRoute({
  ...signedOut,
  path: '/register-flysense-site',
  component: lazyRouteComponent(
    withinTime(() => import('../features/registration/register-site-page.tsx')),
    'RegisterFlysenseSitePage',
  ),
})

const aboutRoute = createRoute({
  ...frame,
  path: '/about',
  component: lazyRouteComponent(
    withinTime(() => import('../features/about/about-page.tsx')),
    'AboutPage',
  ),
})

const azureRoute = createRoute({
  ...frame,
  path: '/azure',
  component: lazyRouteComponent(
    withinTime(() => import('../features/auth/azure-page.tsx')),
    'AzurePage',
  ),
})

/** Every way in. */
export const accountRoutes = [
  accountRoute.addChildren([
    loginRoute,
    updatePasswordRoute,
    mfaRoute,
    mfaSetupRoute,
    passwordRoute,
    resetRoute,
    confirmRoute,
    registerRoute,
    registerSiteRoute,
    registerFlysenseSiteRoute,
    aboutRoute,
    azureRoute,
  ]),
] as const
