import {
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  retainSearchParams,
  type SearchMiddleware,
} from '@tanstack/react-router'
import { FileText, ShieldCheck } from 'lucide-react'
import { accountPages } from '../features/account/routes.ts'
import { activityPages, reportActivityPages } from '../features/alert-counts/routes.ts'
import { adminAlertPages, alertPages, reportAlertPages } from '../features/alerts/routes.ts'
import { auditPages } from '../features/audit/routes.ts'
import { loadingPage } from '../features/auth/routes.ts'
import { blacklistPages } from '../features/blacklist/routes.ts'
import { collectionPages } from '../features/collections/routes.ts'
import { dashboardPages } from '../features/dashboard/routes.ts'
import { devicePages } from '../features/devices/routes.ts'
import { forecastPages } from '../features/forecast/routes.ts'
import { helpPages } from '../features/help/routes.ts'
import { importPages } from '../features/imports/routes.ts'
import { logPages } from '../features/logs/routes.ts'
import { maintenancePages } from '../features/maintenance/routes.ts'
import { ratingPages } from '../features/ratings/routes.ts'
import { parseReportsSearch } from '../features/reports/own-report-list.ts'
import { periodReportPages } from '../features/reports/routes.ts'
import { schedulePages } from '../features/schedule/routes.ts'
import { sensorPages } from '../features/sensors/routes.ts'
import { siteAdminPages, sitePages } from '../features/sites/routes.ts'
import { subscriptionPages } from '../features/subscriptions/routes.ts'
import { systemMessagePages } from '../features/system-messages/routes.ts'
import { twoFactorPages } from '../features/two-factor/routes.ts'
import { adminUserPages, userPages } from '../features/users/routes.ts'
import { webhookLogPages, webhookPages } from '../features/webhooks/routes.ts'
import { type Page, page, type SearchReader } from '../lib/routes/page.ts'
import { siteIdInLink } from '../session/current-site.ts'
import { sessionState } from '../session/session.ts'
import { accountRoutes } from './account-routes.tsx'
import { developmentPages } from './development/routes.ts'
import { portalGate, rootTarget } from './gate.ts'
import { loadPortal } from './page-parts.ts'
import { pageOptions } from './page-route.ts'
import { rootRoute } from './root-route.tsx'
import { PortalNotFound } from './status/not-found.tsx'
import { PageFault, RenderFault } from './status/render-fault.tsx'
import { withinTime } from './within-time.ts'

interface SiteSearch {
  siteId?: string | undefined
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/**
 * The site IDs a link may carry: not 'broken', not the user's own site, and empty only where a link asks for it (spec
 * 2).
 */
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
  ...pageOptions(loadingPage),
  // Load the portal while the session is being created.
  beforeLoad: () => void loadPortal(),
})

const timeoutRoute = createRoute({
  ...account,
  ...pageOptions(page('/timeout', {}, async () => (await import('./status/timeout-page.tsx')).TimeoutPage)),
})

/** Everything behind sign-in. Every link keeps the site chosen in the query. */
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

const portalPage = <const Path extends string, Search extends SearchReader>(of: Page<Path, Search>) =>
  createRoute({ ...portal, ...pageOptions(of) })

type PortalPage<Of> =
  Of extends Page<infer Path, infer Search> ? ReturnType<typeof portalPage<Path, Search>> : never

/** The routes of pages within the portal. */
const portalRoutes = <const Pages extends readonly Page[]>(pages: Pages) =>
  pages.map(portalPage) as unknown as { [Place in keyof Pages]: PortalPage<Pages[Place]> } // `map` loses the tuple type; each page becomes one route

const reportPages = [
  page(
    '/reports',
    { icon: FileText, search: parseReportsSearch, wide: true },
    async () => (await import('./page-index/reports-page.tsx')).ReportsPage,
  ),
] as const

const adminPages = [
  page(
    '/admin',
    { icon: ShieldCheck, offered: { in: 'nav', also: 'settings' } },
    async () => (await import('./page-index/admin-page.tsx')).AdminPage,
  ),
] as const

const siteNotFoundPages = [
  page(
    '/sitenotfound',
    { alwaysShown: true },
    async () => (await import('./status/site-not-found-page.tsx')).SiteNotFoundPage,
  ),
] as const

const unknownRoute = createRoute({
  ...portal,
  path: '$',
  staticData: { alwaysShown: true },
  component: PortalNotFound,
})

/** All routes of the portal, in the order in which navigation and settings list them. */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  ...accountRoutes,
  loadingRoute,
  timeoutRoute,
  portalRoute.addChildren([
    ...portalRoutes(dashboardPages),
    ...portalRoutes(alertPages),
    ...portalRoutes(ratingPages),
    ...portalRoutes(devicePages),
    ...portalRoutes(importPages),
    ...portalRoutes(sensorPages),
    ...portalRoutes(activityPages),
    ...portalRoutes(userPages),
    ...portalRoutes(subscriptionPages),
    ...portalRoutes(forecastPages),
    ...portalRoutes(reportPages),
    ...portalRoutes(reportAlertPages),
    ...portalRoutes(reportActivityPages),
    ...portalRoutes(periodReportPages),
    ...portalRoutes(sitePages),
    ...portalRoutes(collectionPages),
    ...portalRoutes(webhookPages),
    ...portalRoutes(maintenancePages),
    ...portalRoutes(adminPages),
    ...portalRoutes(adminUserPages),
    ...portalRoutes(siteAdminPages),
    ...portalRoutes(systemMessagePages),
    ...portalRoutes(logPages),
    ...portalRoutes(blacklistPages),
    ...portalRoutes(webhookLogPages),
    ...portalRoutes(adminAlertPages),
    ...portalRoutes(auditPages),
    ...portalRoutes(schedulePages),
    ...portalRoutes(accountPages),
    ...portalRoutes(helpPages),
    ...portalRoutes(twoFactorPages),
    ...portalRoutes(siteNotFoundPages),
    ...portalRoutes(developmentPages),
    unknownRoute,
  ]),
])
