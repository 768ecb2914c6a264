import type { SiteSettings } from '@eot/contract/settings'
import type { SitePath } from '@eot/contract/sites'
import type { GrantedPermissions, User } from '@eot/contract/users'
import { ApiError } from '../lib/api/api-error.ts'
import { type Rights, rightsOf } from './rights.ts'
import { type ShownSettings, shownSettings } from './shown-settings.ts'

export interface Session extends Rights, ShownSettings {
  user: User
  /** The user's own site with its parents and sub-sites. */
  site: SitePath
  /** Settings of the user's own site, used where the user has made no choice. */
  siteSettings: SiteSettings
}

/** Why a session could not be created. The specification fixes the codes (spec 8). */
export type SessionFailure =
  | 'invalid_access_token'
  | 'force_two_factor_auth_setup'
  | 'force_two_factor_auth_setup_invalid'
  | 'invalid_permissions'
  | 'failed_to_get_siteId'
  | 'could_not_find_user'
  | 'timeout'

export type SessionOutcome = { session: Session } | { failure: SessionFailure; detail?: string }

/** The requests that create a session, passed in so that the rules can be tested without a server. */
export interface SessionReads {
  permissions(): Promise<GrantedPermissions>
  site(): Promise<SitePath>
  user(): Promise<User>
  siteSettings(siteId: string): Promise<SiteSettings>
}

interface KnownTokens {
  AccessToken: string
  ForceTwoFactorAuthSetup: boolean
}

/** Loads the permissions first, then site and user (spec 4). `known` are the site settings used if they cannot be read. */
export async function createSession(
  tokens: KnownTokens | undefined,
  reads: SessionReads,
  known: SiteSettings = {},
): Promise<SessionOutcome> {
  if (!tokens?.AccessToken) return { failure: 'invalid_access_token' }
  if (tokens.ForceTwoFactorAuthSetup) return { failure: 'force_two_factor_auth_setup' }
  const granted = await orFailure(reads.permissions(), 'invalid_permissions')
  if ('failure' in granted) return granted
  const [site, user] = await Promise.all([
    orFailure(reads.site(), 'failed_to_get_siteId'),
    orFailure(reads.user(), 'could_not_find_user'),
  ])
  if ('failure' in site) return site
  if ('failure' in user) return user
  const siteSettings = await readSiteSettings(site.value.siteId, reads, known)
  return {
    session: {
      user: user.value,
      site: site.value,
      ...rightsOf(granted.value),
      siteSettings,
      ...shownSettings(user.value.Settings, siteSettings),
    },
  }
}

/** Missing site settings are no reason to refuse a session; the known ones, the user's own and the defaults apply. */
async function readSiteSettings(
  siteId: string,
  reads: SessionReads,
  known: SiteSettings,
): Promise<SiteSettings> {
  try {
    return await reads.siteSettings(siteId)
  } catch (error) {
    if (error instanceof ApiError) return known
    throw error
  }
}

async function orFailure<T>(
  read: Promise<T>,
  failure: SessionFailure,
): Promise<{ value: T } | { failure: SessionFailure; detail: string }> {
  try {
    return { value: await read }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { failure: failureOf(error) ?? failure, detail: error.detail }
  }
}

/** What an error means for the session as a whole, whatever was requested. */
function failureOf({ status, code }: ApiError): SessionFailure | undefined {
  if (status === 504 || status === 0 || status === 503) return 'timeout'
  // A second factor was made mandatory after the session began.
  if (code === 'two_factor_setup_required') return 'force_two_factor_auth_setup'
  return undefined
}
