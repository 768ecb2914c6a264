import { about } from '@eot/contract/about'
import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { type SitePath, sites } from '@eot/contract/sites'
import { type GrantedPermissions, users } from '@eot/contract/users'
import { type AlertQuestion, alertPage } from '../domain/alerts/alert-questions.ts'
import { alertQuery } from '../features/alerts/alert-query.ts'
import { dashboardReads } from '../features/dashboard/dashboard-reads.ts'
import { urlOf } from '../lib/api/api.ts'
import { askEarly } from '../lib/api/early-answers.ts'
import { hasExpired } from '../lib/api/id-token.ts'
import { readTokens } from '../lib/api/tokens.ts'
import { pageSize } from '../lib/lists/page-size.ts'
import { siteIdOf } from '../session/site-id.ts'
import { loadPage, loadPortal } from './page-parts.ts'

interface Place {
  siteId: string
  zone: string
  readsAlerts: boolean
}

const alertList = (query: AlertQuestion) => urlOf(alerts.list, { query })
const allAlerts = (question: AlertQuestion) => urlOf(alerts.list, alertPage(question))

/** What the pages that are opened most read of a site. A page without a line here asks for itself. */
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
 * Asks for what the session and the first page will read while the program itself is still on its way. The calls are
 * those that are made anyway, in the same order of need; whoever makes them finds the answer there.
 */
export function startReading({ pathname, search }: Location = location, now = Date.now()): void {
  const tokens = readTokens()
  // The sign-in says which ways there are.
  if (!tokens) askEarly(urlOf(about.get), undefined, now)
  if (!tokens || tokens.ForceTwoFactorAuthSetup || hasExpired(tokens.AccessToken, now)) return
  const ask = (url: string) => askEarly(url, tokens.AccessToken, now)
  const granted = ask(urlOf(users.myPermissions))
  const own = ask(urlOf(sites.myPath))
  ask(urlOf(users.me))
  const query = new URLSearchParams(search)
  const id = siteIdOf(query.get('siteId') ?? undefined, '')
  const path = id ? ask(urlOf(sites.path, { params: { id } })) : own
  // What is filtered is left to the page.
  const isFiltered = [...query.keys()].some((name) => name !== 'siteId')
  const reads = isFiltered ? undefined : pageReads[firstPath(pathname)]
  if (!reads) return
  readPlace(granted, path).then(
    (place) => place && reads(place, now).map(ask),
    () => undefined, // a session that cannot be made says so itself
  )
}

/** Fetches the parts of the page that will be shown, which the program would ask for only once it runs. */
export function startLoading({ pathname }: Location = location): void {
  const isSignedIn = readTokens() !== undefined
  const path = isSignedIn ? firstPath(pathname) : '/login'
  const parts = [...(isSignedIn ? [loadPortal] : []), loadPage[path as keyof typeof loadPage]] // any other path has none
  // A part that does not come is asked for again by its route, which tells.
  for (const load of parts) load?.().catch(() => undefined)
}

/** undefined: nothing may be asked about it, or it is not there. */
async function readPlace(granted: Promise<Response>, path: Promise<Response>): Promise<Place | undefined> {
  const answers = await Promise.all([granted, path])
  if (!answers.every(({ ok }) => ok)) return undefined
  // Copies, since the session reads them as well.
  const [rights, place] = await Promise.all(answers.map((answer) => answer.clone().json()))
  const { Permissions } = rights as GrantedPermissions // an answer of the contract, as is the next
  const { siteId, timeZone } = place as SitePath
  return { siteId, zone: timeZone, readsAlerts: Permissions.some(({ Key }) => Key === 'ViewAlerts') }
}

/** The portal begins with the dashboard. */
const firstPath = (pathname: string) =>
  pathname === '/' || pathname === '/loading' ? '/dashboard' : pathname
