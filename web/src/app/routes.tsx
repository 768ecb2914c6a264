import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { Activity, Bell, Building2, Cpu, LayoutDashboard, type LucideIcon, Network } from 'lucide-react'
import { parseAlertSearch } from '../features/alerts/alert-search.ts'
import { deviceSortFields } from '../features/devices/device-sort.ts'
import { siteSortFields } from '../features/sites/site-sort.ts'
import { parseListSearch } from '../lib/list-search.ts'
import { sessionState } from '../session/session.ts'
import { portalGate, rootTarget, signedOutGate } from './gate.ts'
import { Root } from './shell/root.tsx'
import { AccountNotFound, PortalNotFound } from './status/not-found.tsx'
import { RenderFault } from './status/render-fault.tsx'
import { withinTime } from './within-time.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Where the page is offered; pages without are reached by links only. */
    offered?: { in: 'nav' | 'settings'; icon: LucideIcon }
    /** Uses the whole width, for a list beside its drawer. */
    wide?: boolean
    /** Shown whatever the role permits. */
    alwaysShown?: boolean
  }
  interface HistoryState {
    /** Where the visitor wanted to go before signing in. */
    from?: string
    /** Who signed in just now. */
    email?: string
    /** Asks for the site's path to be read again (spec 4). */
    mode?: 'refreshTopBar'
  }
}

interface SiteSearch {
  siteId?: string | undefined
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: AccountNotFound,
  errorComponent: RenderFault,
})

const loadPortal = () => import('./shell/portal.tsx')

const account = { getParentRoute: () => rootRoute }

const homeRoute = createRoute({
  ...account,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: rootTarget(sessionState().phase) })
  },
})

const loginRoute = createRoute({
  ...account,
  path: '/login',
  validateSearch: (search): { invalid?: string | undefined } => ({ invalid: text(search.invalid) }),
  beforeLoad: ({ location }) => {
    const elsewhere = signedOutGate(sessionState().phase)
    if (elsewhere) throw redirect({ to: elsewhere, state: location.state })
  },
  component: lazyRouteComponent(
    withinTime(() => import('../features/auth/login-page.tsx')),
    'LoginPage',
  ),
})

const loadingRoute = createRoute({
  ...account,
  path: '/loading',
  // What comes next is on its way while the session is made.
  beforeLoad: () => void loadPortal(),
  component: lazyRouteComponent(
    withinTime(() => import('../features/auth/loading-page.tsx')),
    'LoadingPage',
  ),
})

const timeoutRoute = createRoute({
  ...account,
  path: '/timeout',
  component: lazyRouteComponent(
    withinTime(() => import('./status/timeout-page.tsx')),
    'TimeoutPage',
  ),
})

/** Everything behind the sign-in; the site chosen in the query goes along with every link. */
const portalRoute = createRoute({
  ...account,
  id: 'portal',
  validateSearch: (search): SiteSearch => ({ siteId: text(search.siteId) || undefined }),
  search: { middlewares: [retainSearchParams<SiteSearch>(['siteId'])] },
  beforeLoad: ({ location, matches }) => {
    const elsewhere = portalGate(sessionState().phase)
    if (!elsewhere) return
    const unknown = matches.some((match) => match.routeId === '/portal/$')
    if (unknown && elsewhere === '/login') throw notFound()
    throw redirect({ to: elsewhere, state: { from: location.href } })
  },
  component: lazyRouteComponent(withinTime(loadPortal), 'Portal'),
  errorComponent: RenderFault,
})

const portal = { getParentRoute: () => portalRoute }

const dashboardRoute = createRoute({
  ...portal,
  path: '/dashboard',
  staticData: { offered: { in: 'nav', icon: LayoutDashboard } },
  component: lazyRouteComponent(
    withinTime(() => import('../features/dashboard/dashboard-page.tsx')),
    'DashboardPage',
  ),
})

const alertsRoute = createRoute({
  ...portal,
  path: '/alerts',
  validateSearch: parseAlertSearch,
  staticData: { offered: { in: 'nav', icon: Bell }, wide: true },
  component: lazyRouteComponent(
    withinTime(() => import('../features/alerts/alerts-page.tsx')),
    'AlertsPage',
  ),
})

const devicesRoute = createRoute({
  ...portal,
  path: '/devices',
  validateSearch: (search) => parseListSearch(search, deviceSortFields),
  staticData: { offered: { in: 'nav', icon: Cpu }, wide: true },
  component: lazyRouteComponent(
    withinTime(() => import('../features/devices/devices-page.tsx')),
    'DevicesPage',
  ),
})

const liveSensorDataRoute = createRoute({
  ...portal,
  path: '/devices/live-sensor-data',
  validateSearch: (search): { deviceId?: string | undefined } => ({ deviceId: text(search.deviceId) }),
  staticData: { offered: { in: 'nav', icon: Activity } },
  component: lazyRouteComponent(
    withinTime(() => import('../features/sensors/live-sensor-data-page.tsx')),
    'LiveSensorDataPage',
  ),
})

const siteRoute = createRoute({
  ...portal,
  path: '/site',
  staticData: { offered: { in: 'nav', icon: Network } },
  component: lazyRouteComponent(
    withinTime(() => import('../features/sites/site-page.tsx')),
    'SitePage',
  ),
})

const subSitesRoute = createRoute({
  ...portal,
  path: '/site/sub-sites',
  validateSearch: (search) => parseListSearch(search, siteSortFields),
  staticData: { offered: { in: 'nav', icon: Building2 }, wide: true },
  component: lazyRouteComponent(
    withinTime(() => import('../features/sites/sub-sites-page.tsx')),
    'SubSitesPage',
  ),
})

const siteNotFoundRoute = createRoute({
  ...portal,
  path: '/sitenotfound',
  staticData: { alwaysShown: true },
  component: lazyRouteComponent(
    withinTime(() => import('./status/site-not-found-page.tsx')),
    'SiteNotFoundPage',
  ),
})

const unknownRoute = createRoute({
  ...portal,
  path: '$',
  staticData: { alwaysShown: true },
  component: PortalNotFound,
})

/** Every route of the portal, in the order in which navigation and settings list them. */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  loginRoute,
  loadingRoute,
  timeoutRoute,
  portalRoute.addChildren([
    dashboardRoute,
    alertsRoute,
    devicesRoute,
    liveSensorDataRoute,
    siteRoute,
    subSitesRoute,
    siteNotFoundRoute,
    unknownRoute,
  ]),
])
