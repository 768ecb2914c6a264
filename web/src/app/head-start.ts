import { about } from '@eot/contract/about'
import type { SitePath } from '@eot/contract/sites'
import { sites } from '@eot/contract/sites'
import { type GrantedPermissions, users } from '@eot/contract/users'
import { urlOf } from '../lib/api/api.ts'
import { requestEarly } from '../lib/api/early-answers.ts'
import { type EarlyRead, earlyRead } from '../lib/api/early-read.ts'
import { hasExpired } from '../lib/api/id-token.ts'
import { readTokens } from '../lib/api/tokens.ts'
import { type Place, readOwnPlace } from '../session/own-place.ts'
import { siteIdOf } from '../session/site-id.ts'
import { siteSettingsRequest } from '../session/site-settings-request.ts'
import { firstReads, isFirstPage } from './first-reads.ts'
import { loadPage, loadPortal, needsLaterTexts, requestLaterTexts } from './page-parts.ts'

/**
 * While the program is still loading, requests what the session and the first page will read. These are the requests
 * they make anyway; their responses are then already here. Draws the first view from them. Resolves when it has been
 * painted, or when it is clear that nothing will be drawn.
 */
export async function startReading({ pathname, search } = location, now = Date.now()): Promise<void> {
  const tokens = readTokens()
  // The sign-in page reads which sign-in methods exist.
  if (!tokens) void requestEarly(urlOf(about.get), undefined, now)
  if (!tokens || tokens.ForceTwoFactorAuthSetup || hasExpired(tokens.AccessToken, now)) return
  const request = requestOnce(tokens.AccessToken, now)
  const readSettings = (id: string) => request(earlyRead(sites.get, siteSettingsRequest(id)))
  const granted = request(earlyRead(users.myPermissions))
  const own = request(earlyRead(sites.myPath))
  const user = request(earlyRead(users.me))

  const query = new URLSearchParams(search)
  const id = siteIdOf(query.get('siteId') ?? undefined, '')
  const path = id ? request(earlyRead(sites.path, { params: { id } })) : own
  // A page with filters makes its own requests.
  const isFiltered = [...query.keys()].some((name) => name !== 'siteId')
  const page = firstPath(pathname)
  const reads = isFirstPage(page) && !isFiltered ? firstReads[page] : undefined
  const readPage = (place: Place) => reads && requestAll(reads(place, now), request)

  // Without waiting for the site, if the last session knew it.
  const known = readOwnPlace()
  if (known && !id) void readPage(known)
  if (known) void readSettings(known.siteId)
  void own.then((site) => site && readSettings(site.siteId))

  const [rights, site, me, ownSite] = await Promise.all([granted, path, user, own])
  const answers = rights && site && (await readPage(placeOf(rights, site)))
  if (!answers || !me || !ownSite || !isFirstPage(page)) return
  const { drawFirstView } = await import('./draw-first-view.ts')
  // Another tab may have signed out or in.
  if (readTokens()?.AccessToken !== tokens.AccessToken) return
  await drawFirstView(page, answers as never, { rights, site, user: me, now: Date.now() }) // the answers to this page's reads
  await nextPaint()
}

/** A task started by a frame runs after the frame has been painted. */
const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

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

type Request = <Answer>(read: EarlyRead<Answer>) => Promise<Answer | undefined>

/** Sends each request once. undefined: it was refused or failed; the app reports that when it needs the answer. */
function requestOnce(token: string, now: number): Request {
  const sent = new Map<string, Promise<unknown>>()
  return <Answer>({ url }: EarlyRead<Answer>) => {
    const answer = sent.get(url) ?? requestEarly(url, token, now)
    sent.set(url, answer)
    return answer as Promise<Answer | undefined> // the server's tests check it against the contract
  }
}

/** Sends all requests and collects the answers under the same names. undefined: one of them is missing. */
async function requestAll(
  reads: Record<string, EarlyRead<unknown>>,
  request: Request,
): Promise<Record<string, unknown> | undefined> {
  const answers = await Promise.all(
    Object.entries(reads).map(async ([name, read]) => [name, await request(read)] as const),
  )
  return answers.every(([, answer]) => answer !== undefined) ? Object.fromEntries(answers) : undefined
}

const placeOf = ({ Permissions }: GrantedPermissions, { siteId, timeZone }: SitePath): Place => ({
  siteId,
  zone: timeZone,
  readsAlerts: Permissions.some(({ Key }) => Key === 'ViewAlerts'),
})

/** The portal starts at the dashboard. */
const firstPath = (pathname: string) =>
  pathname === '/' || pathname === '/loading' ? '/dashboard' : pathname
