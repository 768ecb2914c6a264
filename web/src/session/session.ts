import { auth } from '@eot/contract/auth'
import type { UserSettings } from '@eot/contract/settings'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { call } from '../lib/api/api.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { clearTokens, onTokens, readTokens } from '../lib/api/tokens.ts'
import { setClock } from '../texts/date-format.ts'
import { createSession, type Session, type SessionFailure, type SessionReads } from './create-session.ts'
import { shownSettings } from './shown-settings.ts'
import { clearTheme, showTheme } from './theme.ts'

/** The states of the specification (spec 4); `unchecked` has tokens that nobody has tried yet. */
export type SessionState =
  /** `left`: by the user's own wish, so there is no place to return to. */
  | { phase: 'none'; left?: true }
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
  siteSettings: async (id) =>
    (await call(sites.get, { params: { id }, query: { populate: 'simple' } })).Settings,
}

/** Loads what the session consists of and says why it could not. */
export async function openSession(): Promise<SessionFailure | undefined> {
  const outcome = await createSession(readTokens(), reads)
  if ('session' in outcome) {
    apply(outcome.session)
    become({ phase: 'authorized', session: outcome.session })
    return undefined
  }
  if (outcome.failure === 'force_two_factor_auth_setup') become({ phase: 'setup' })
  else if (outcome.failure === 'timeout') become({ phase: 'refused' })
  else {
    become({ phase: 'none' })
    clearTokens()
  }
  return outcome.failure
}

/** Puts other settings of the user into force, on every screen at once. */
export function showUserSettings(Settings: UserSettings): void {
  if (state.phase !== 'authorized') return
  const { session } = state
  const user = { ...session.user, Settings }
  const next = { ...session, user, ...shownSettings(Settings, session.siteSettings) }
  apply(next)
  become({ phase: 'authorized', session: next })
}

function apply({ theme, clock }: Session) {
  showTheme(theme)
  setClock(clock)
}

function clearSettings() {
  clearTheme()
  setClock(undefined)
}

/** Signs out here at once. false: the server could not be told, so its tokens live until they expire. */
export async function destroySession(): Promise<boolean> {
  const tokens = readTokens()
  clearSettings()
  become({ phase: 'none', left: true })
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

/** Back to the start, for another try after the server was silent. */
export function recheckSession(): void {
  become(readTokens() ? { phase: 'unchecked' } : { phase: 'none' })
}

function become(next: SessionState) {
  state = next
  for (const listener of listeners) listener()
}

// Tokens vanish when a refresh was refused or another tab signed out; they appear when somebody signs in.
onTokens((tokens) => {
  if (!tokens && state.phase !== 'none') {
    clearSettings()
    become({ phase: 'none' })
  }
  if (tokens && state.phase === 'none') become({ phase: 'unchecked' })
})
