import { auth } from '@eot/contract/auth'
import type { Language } from '@eot/contract/languages'
import { sites } from '@eot/contract/sites'
import { type User, users } from '@eot/contract/users'
import { call } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { adoptTokens, areForeign, clearTokens, onTokens, readTokens } from '../lib/api/tokens.ts'
import { reportError } from '../lib/report-error.ts'
import { setClock } from '../texts/date-format.ts'
import { showLanguage } from '../texts/i18n.ts'
import { clearLanguage, storeLanguage, visitorLanguage } from '../texts/language.ts'
import { setSingleKeys } from '../ui/single-keys.ts'
import { createSession, type Session, type SessionFailure, type SessionReads } from './create-session.ts'
import { clearOwnPlace, storeOwnPlace } from './own-place.ts'
import { hasFeature } from './rights.ts'
import { shownSettings } from './shown-settings.ts'
import { siteSettingsRequest } from './site-settings-request.ts'
import { clearTheme, showTheme } from './theme.ts'

/** The states of the specification (spec 4). `unchecked`: there are tokens that have not been tried yet. */
export type SessionState =
  /**
   * `left`: the user signed out, or somebody else has signed in, so there is no address to return to. `refused`: the server
   * ended the session while a page was open, or its tokens expired, and the sign-in form shows a message (spec 8).
   */
  | { phase: 'none'; ended?: 'left' | 'refused' }
  | { phase: 'unchecked' }
  | { phase: 'authorized'; session: Session }
  | { phase: 'setup' }
  | { phase: 'refused' }

const listeners = new Set<() => void>()
let state: SessionState = readTokens() ? { phase: 'unchecked' } : { phase: 'none' }

export const sessionState = () => state

export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const reads: SessionReads = {
  permissions: () => call(users.myPermissions),
  site: () => call(sites.myPath),
  user: () => call(users.me),
  siteSettings: async (id) => (await call(sites.get, siteSettingsRequest(id))).Settings,
}

/** Creates the session. Returns why it failed, or undefined. */
export async function openSession(): Promise<SessionFailure | undefined> {
  const outcome = await createSession(adoptTokens(), reads)
  if ('session' in outcome) await apply(outcome.session)
  // Meanwhile, somebody else may have signed in, in another tab.
  if (areForeign(readTokens())) return openSession()
  if ('session' in outcome) {
    become({ phase: 'authorized', session: outcome.session })
    return undefined
  }
  if (outcome.failure === 'force_two_factor_auth_setup') become({ phase: 'setup' })
  else if (outcome.failure === 'timeout') become({ phase: 'refused' })
  else {
    clearSettings()
    become({ phase: 'none' })
    clearTokens()
  }
  return outcome.failure
}

/** How often the session was to be read again since the current read began, which counts as one. 0: none is under way. */
let reasons = 0

/**
 * Reads rights, user, site and settings again, since somebody may have changed them. The page and what has been typed stay. If a
 * read fails, the session stays as it was.
 */
export async function rereadSession(): Promise<void> {
  if (state.phase !== 'authorized') return
  reasons += 1
  if (reasons > 1) return
  const { siteSettings } = state.session
  let outcome: Awaited<ReturnType<typeof createSession>>
  let before: User | undefined
  try {
    do {
      reasons = 1
      before = userShown()
      outcome = await createSession(readTokens(), reads, siteSettings)
      // The response may lack changes that were made while it was on its way.
    } while (reasons > 1)
  } finally {
    reasons = 0
  }
  const shown = userShown()
  // Meanwhile, somebody else may have signed in.
  if (!('session' in outcome) || outcome.session.user.Id !== shown?.Id || shown.Id !== before?.Id) return
  const { session } = outcome
  // What the user chooses is shown before it is stored.
  show(session, session.user.Version > shown.Version ? session.user : shown)
}

/** Shows the user as saved, everywhere at once. */
export function showUser(user: User): void {
  if (state.phase === 'authorized') show(state.session, user)
}

/** The signed-in user as shown. */
export const userShown = (): User | undefined =>
  state.phase === 'authorized' ? state.session.user : undefined

function show(session: Session, user: User) {
  const next = { ...session, user, ...shownSettings(user.Settings, session.siteSettings) }
  void apply(next)
  become({ phase: 'authorized', session: next })
}

/** Resolves when the texts of the language have been loaded. */
async function apply(session: Session) {
  const { theme, clock, singleKeys, language, site } = session
  const readsAlerts = hasFeature(session, 'ViewAlerts')
  storeOwnPlace({ siteId: site.siteId, zone: site.timeZone, readsAlerts })
  showTheme(theme)
  setClock(clock)
  setSingleKeys(singleKeys)
  storeLanguage(language)
  await changeLanguage(language)
}

/** Without its texts, the language stays. The next page load tries again. */
const changeLanguage = (language: Language) =>
  showLanguage(language).catch((error: unknown) => reportError('Uncaught', error))

function clearSettings() {
  clearTheme()
  clearOwnPlace()
  setClock(undefined)
  clearLanguage()
  void changeLanguage(visitorLanguage())
  setSingleKeys(true)
}

/**
 * Signs out locally at once. Returns false if the server could not be reached; its tokens then stay valid until they
 * expire.
 */
export async function destroySession(): Promise<boolean> {
  const tokens = readTokens()
  clearSettings()
  become({ phase: 'none', ended: 'left' })
  clearTokens()
  if (!tokens) return true
  try {
    await call(auth.logout, { body: { RefreshToken: tokens.RefreshToken } }, { token: tokens.AccessToken })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Resets the session, to try again after a timeout. */
export function recheckSession(): void {
  become(readTokens() ? { phase: 'unchecked' } : { phase: 'none' })
}

function become(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

// Tokens disappear when a refresh is refused, they expire, or another tab signs out. They appear when the user signs in, and are
// replaced after a change of the user's role or site, among others, and when somebody else signs in, in another tab.
onTokens((tokens, isRefused) => {
  const isOpen = state.phase === 'authorized' || state.phase === 'setup'
  const isReplaced = isOpen && areForeign(tokens)
  if (isReplaced || (!tokens && state.phase !== 'none')) {
    clearSettings()
    become({ phase: 'none', ...(isReplaced ? { ended: 'left' } : isRefused && { ended: 'refused' }) })
  }
  if (tokens && state.phase === 'none') become({ phase: 'unchecked' })
  if (tokens) void rereadSession()
})
