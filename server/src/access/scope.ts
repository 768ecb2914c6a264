import { AppError } from '../platform/app-error.ts'
import { administersInstallation, type Caller } from './caller.ts'
import { isWithin, siteIdsOf } from './site-path.ts'

declare const made: unique symbol

/** The sites a statement may access. Only this file creates scopes, so no query can reach other sites. */
export interface Scope {
  readonly [made]: true
  readonly siteId: string
  readonly path: string
  readonly includesSubSites: boolean
  /** Whether the scope is the root and all sites below it. */
  readonly includesAllSites: boolean
  /** Whether it includes devices without a site. */
  readonly includesInventory: boolean
}

export interface SiteRequest {
  SiteId?: string | undefined
  IncludeSubSites?: boolean | undefined
}

export type FindSitePath = (siteId: string) => Promise<string | undefined>

export type ScopeOf = (caller: Caller, request?: SiteRequest) => Promise<Scope>

/** Returns everything the caller may see: their own site and its sub-sites. */
export function ownScope(caller: Caller): Scope {
  return scope(caller, caller.siteId, caller.sitePath, true)
}

/** Creates the scope for the site named in a request. Throws `site_not_found` both for a foreign and for a missing site. */
export function createScopeOf(findSitePath: FindSitePath): ScopeOf {
  return async (caller, { SiteId = caller.siteId, IncludeSubSites = true } = {}) => {
    const siteId = SiteId.toLowerCase()
    if (siteId === caller.siteId) return scope(caller, siteId, caller.sitePath, IncludeSubSites)
    const path = await findSitePath(siteId)
    if (path === undefined || !isWithin(path, caller.sitePath)) throw new AppError('site_not_found')
    return scope(caller, siteId, path, IncludeSubSites)
  }
}

/**
 * Returns a site with its sub-sites, for work that is not requested by a user, such as scheduled reports. Never use it for a
 * request.
 */
export const programScope = ({ id, path }: { id: string; path: string }): Scope =>
  ({
    siteId: id,
    path,
    includesSubSites: true,
    includesAllSites: siteIdsOf(path).length === 1,
    includesInventory: false,
  }) as Scope // as below

/** Returns the same without its sub-sites. */
export const ownProgramScope = (site: { id: string; path: string }): Scope => ({
  ...programScope(site),
  includesSubSites: false,
  includesAllSites: false,
})

function scope(caller: Caller, siteId: string, path: string, includesSubSites: boolean): Scope {
  const includesAllSites = includesSubSites && siteIdsOf(path).length === 1
  const includesInventory = includesAllSites && administersInstallation(caller)
  // The brand exists only at compile time; only this file assigns it.
  return { siteId, path, includesSubSites, includesAllSites, includesInventory } as Scope
}
