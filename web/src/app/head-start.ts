import { about } from '@eot/contract/about'
import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { type SitePath, sites } from '@eot/contract/sites'
import { type GrantedPermissions, users } from '@eot/contract/users'
import { type AlertQuery, alertPage } from '../domain/alerts/alert-reads.ts'
import { alertQuery } from '../features/alerts/alert-query.ts'
import { dashboardReads } from '../features/dashboard/dashboard-reads.ts'
import { urlOf } from '../lib/api/api.ts'
import { requestEarly } from '../lib/api/early-answers.ts'
import { hasExpired } from '../lib/api/id-token.ts'
import { readTokens } from '../lib/api/tokens.ts'
import { pageSize } from '../lib/lists/page-size.ts'
import { siteIdOf } from '../session/site-id.ts'
import { siteSettingsRequest } from '../session/site-settings-request.ts'
import { loadPage, loadPortal, needsLaterTexts, requestLaterTexts } from './page-parts.ts'

interface Place {
  siteId: string
  zone: string
  readsAlerts: boolean
}

const alertList = (query: AlertQuery) => urlOf(alerts.list, { query })
const allAlerts = (question: AlertQuery) => urlOf(alerts.list, alertPage(question))

/** What the most common first pages read about a site. A page not listed here makes its own requests. */
const pageReads: Record<string, (place: Place, now: number) => string[]> = {
  '/dashboard': ({ siteId, readsAlerts }, now) => {
    const { tree, online, open, recent, unconfirmed } = dashboardReads(siteId, now)
    return [
      urlOf(sites.tree, { query: tree }),
      urlOf(devices.online, { query: online }),
      ...(readsAlerts ? [allAlerts(open), alertList(unconfirmed), allAlerts(recent)] : []),
    ]
  },
  '/alerts': ({ siteId, zone, readsAlerts }, now) => {
    const query = alertQuery({}, { id: siteId, zone }, now)
    return readsAlerts ? [alertList({ ...query, Page: 0, PageSize: pageSize }), allAlerts(query)] : []
  },
  '/devices/live-sensor-data': ({ siteId }) => [urlOf(devices.online, { query: { SiteId: siteId } })],
}

/**
 * Requests what the session and the first page will read while the program is still loading. These are the requests
 * they make anyway, in the same order; they then find the responses already here.
 */
export function startReading({ pathname, search }: Location = location, now = Date.now()): void {
  const tokens = readTokens()
  // The sign-in page reads which sign-in methods exist.
  if (!tokens) requestEarly(urlOf(about.get), undefined, now)
  if (!tokens || tokens.ForceTwoFactorAuthSetup || hasExpired(tokens.AccessToken, now)) return
  const request = (url: string) => requestEarly(url, tokens.AccessToken, now)
  const granted = request(urlOf(users.myPermissions))
  const own = request(urlOf(sites.myPath))
  request(urlOf(users.me))
  readJson<SitePath>(own).then(
    (site) => site && request(urlOf(sites.get, siteSettingsRequest(site.siteId))),
    () => undefined, // session creation reports the failure itself
  )
  const query = new URLSearchParams(search)
  const id = siteIdOf(query.get('siteId') ?? undefined, '')
  const path = id ? request(urlOf(sites.path, { params: { id } })) : own
  // A page with filters makes its own requests.
  const isFiltered = [...query.keys()].some((name) => name !== 'siteId')
  const reads = isFiltered ? undefined : pageReads[firstPath(pathname)]
  if (!reads) return
  readPlace(granted, path).then(
    (place) => place && reads(place, now).map(request),
    () => undefined, // session creation reports the failure itself
  )
}

/** Loads the parts of the page that will be shown. The program would request them only once it runs. */
export function startLoading({ pathname }: Location = location): void {
  const isSignedIn = readTokens() !== undefined
  const path = isSignedIn ? firstPath(pathname) : '/login'
  const parts = [
    isSignedIn && loadPortal,
    needsLaterTexts(path) ? requestLaterTexts : loadPage[path as keyof typeof loadPage],
  ]
  // The route requests a part that fails again, and reports the failure.
  for (const load of parts) if (load) load().catch(() => undefined)
}

/** undefined: the user has no access to the site, or it does not exist. */
async function readPlace(granted: Promise<Response>, path: Promise<Response>): Promise<Place | undefined> {
  const [rights, place] = await Promise.all([readJson<GrantedPermissions>(granted), readJson<SitePath>(path)])
  if (!rights || !place) return undefined
  const readsAlerts = rights.Permissions.some(({ Key }) => Key === 'ViewAlerts')
  return { siteId: place.siteId, zone: place.timeZone, readsAlerts }
}

/** Reads a response of the contract; undefined if it is an error. */
async function readJson<Answer>(response: Promise<Response>): Promise<Answer | undefined> {
  const answer = await response
  // A clone, because the session reads the same response.
  return answer.ok ? ((await answer.clone().json()) as Answer) : undefined
}

/** The portal starts at the dashboard. */
const firstPath = (pathname: string) =>
  pathname === '/' || pathname === '/loading' ? '/dashboard' : pathname
