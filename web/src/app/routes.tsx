import {
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  retainSearchParams,
  type SearchMiddleware,
} from '@tanstack/react-router'
import {
  Activity,
  Bell,
  Building2,
  CircleUser,
  Cpu,
  LayoutDashboard,
  Mail,
  Network,
  ShieldCheck,
} from 'lucide-react'
import { parseAlertSearch } from '../features/alerts/alert-search.ts'
import { deviceList } from '../features/devices/device-list.ts'
import { emailList } from '../features/logs/email-list.ts'
import { siteList } from '../features/sites/site-list.ts'
import { siteIdInLink } from '../session/current-site.ts'
import { sessionState } from '../session/session.ts'
import { accountRoutes } from './account-routes.tsx'
import { portalGate, rootTarget } from './gate.ts'
import { loadPage, loadPortal } from './page-parts.ts'
import { rootRoute } from './root-route.tsx'
import { PortalNotFound } from './status/not-found.tsx'
import { PageFault, RenderFault } from './status/render-fault.tsx'
import { withinTime } from './within-time.ts'

interface SiteSearch {
  siteId?: string | undefined
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** What a link may carry: neither 'broken' nor the user's own site, and an empty id only where a link asks for it (spec 2). */
const limitSiteId: SearchMiddleware<SiteSearch> = ({ search, next }) => {
  const state = sessionState()
  const ownSiteId = state.phase === 'authorized' ? state.session.site.siteId : undefined
  const linkable = (siteId: string | undefined) => siteId && siteIdInLink(siteId, ownSiteId)
  const linked = next({ ...search, siteId: linkable(search.siteId) || undefined })
  return { ...linked, siteId: linkable(linked.siteId) }
}

const account = { getParentRoute: () => rootRoute }

const homeRoute = createRoute({
  ...account,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: rootTarget(sessionState().phase) })
  },
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
  validateSearch: (search): SiteSearch => ({ siteId: text(search.siteId) }),
  search: { middlewares: [limitSiteId, retainSearchParams<SiteSearch>(['siteId'])] },
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

const portal = { getParentRoute: () => portalRoute, errorComponent: PageFault }

const dashboardRoute = createRoute({
  ...portal,
  path: '/dashboard',
  staticData: { offered: { in: 'nav', icon: LayoutDashboard } },
  component: lazyRouteComponent(withinTime(loadPage['/dashboard']), 'DashboardPage'),
})

const alertsRoute = createRoute({
  ...portal,
  path: '/alerts',
  validateSearch: parseAlertSearch,
  staticData: { offered: { in: 'nav', icon: Bell }, wide: true },
  component: lazyRouteComponent(withinTime(loadPage['/alerts']), 'AlertsPage'),
})

const devicesRoute = createRoute({
  ...portal,
  path: '/devices',
  validateSearch: deviceList.parse,
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
  component: lazyRouteComponent(withinTime(loadPage['/devices/live-sensor-data']), 'LiveSensorDataPage'),
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
  validateSearch: siteList.parse,
  staticData: { offered: { in: 'nav', icon: Building2 }, wide: true },
  component: lazyRouteComponent(
    withinTime(() => import('../features/sites/sub-sites-page.tsx')),
    'SubSitesPage',
  ),
})

const adminRoute = createRoute({
  ...portal,
  path: '/admin',
  staticData: { offered: { in: 'nav', also: 'settings', icon: ShieldCheck } },
  component: lazyRouteComponent(
    withinTime(() => import('./admin/admin-page.tsx')),
    'AdminPage',
  ),
})

const notificationsRoute = createRoute({
  ...portal,
  path: '/admin/notifications',
  validateSearch: emailList.parse,
  staticData: { offered: { in: 'nav', icon: Mail }, wide: true },
  component: lazyRouteComponent(
    withinTime(() => import('../features/logs/email-log-page.tsx')),
    'EmailLogPage',
  ),
})

const accountInfoRoute = createRoute({
  ...portal,
  path: '/account-info',
  staticData: { offered: { in: 'settings', icon: CircleUser } },
  component: lazyRouteComponent(
    withinTime(() => import('../features/account/account-page.tsx')),
    'AccountPage',
  ),
})

const changePasswordRoute = createRoute({
  ...portal,
  path: '/change-password',
  component: lazyRouteComponent(
    withinTime(() => import('../features/account/change-password-page.tsx')),
    'ChangePasswordPage',
  ),
})

const multiFactorAuthRoute = createRoute({
  ...portal,
  path: '/multi-factor-auth',
  component: lazyRouteComponent(
    withinTime(() => import('../features/two-factor/multi-factor-auth-page.tsx')),
    'MultiFactorAuthPage',
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
  ...accountRoutes,
  loadingRoute,
  timeoutRoute,
  portalRoute.addChildren([
    dashboardRoute,
    alertsRoute,
    devicesRoute,
    liveSensorDataRoute,
    siteRoute,
    subSitesRoute,
    adminRoute,
    notificationsRoute,
    accountInfoRoute,
    changePasswordRoute,
    multiFactorAuthRoute,
    siteNotFoundRoute,
    unknownRoute,
  ]),
])
