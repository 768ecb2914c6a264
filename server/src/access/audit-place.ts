import type { FieldChanges } from './field-changes.ts'
import type { Scope } from './scope.ts'
import { isWithin } from './site-path.ts'

/** A site in the changes of an audit entry, with its path at that time, which decides who sees its name. */
export interface AuditedSite {
  Id: string
  Name: string
  Path: string
}

/** Returns null if there is no site, as for a device in the inventory. */
export function auditedSite(id: string | null, name: string | null, path: string | null): AuditedSite | null {
  return id === null || name === null || path === null ? null : { Id: id, Name: name, Path: path }
}

/** What readers see of a site outside their own. */
export const hiddenSite = { Id: null, Name: null }

/** Fields whose values are sites. Entries of earlier versions of the program contain only their names. */
export const siteFields = new Set(['Site', 'ParentSite'])

/** Returns the changes as a reader may see them: without the sites that were outside their own site at that time. */
export function visibleChanges(changes: FieldChanges, own: Scope): FieldChanges {
  const visible = (name: string, value: unknown): unknown => {
    if (isAuditedSite(value)) {
      const { Path, ...site } = value
      return isWithin(Path, own.path) ? site : hiddenSite
    }
    return siteFields.has(name) && value !== null && !own.includesAllSites ? hiddenSite : value
  }
  return Object.fromEntries(
    Object.entries(changes).map(([name, [before, after]]) => [
      name,
      [visible(name, before), visible(name, after)],
    ]),
  )
}

const isAuditedSite = (value: unknown): value is AuditedSite =>
  typeof value === 'object' && value !== null && 'Path' in value && typeof value.Path === 'string'
