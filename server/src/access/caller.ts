import type { Access, MachineAccess } from '@eot/contract/endpoint'
import type { ErrorCode } from '@eot/contract/errors'
import { type PermissionKey, permits, type Standing, SYSTEM } from '@eot/contract/permissions'
import { AppError } from '../platform/app-error.ts'
import { siteIdsOf } from './site-path.ts'

/** A signed-in user, as currently stored in the database. */
export interface Caller {
  userId: string
  fullName: string
  email: string
  /** The user's own site. They see it and its sub-sites, nothing else. */
  siteId: string
  sitePath: string
  timeZone: string
  roleName: string
  /** Priority of the user's role. It decides the permissions, and the highest role the user may grant. */
  priority: number
  sessionId: string
  /** Incremented to invalidate all of the user's earlier access tokens and live connections. */
  sessionVersion: number
  /** Whether the session may only be used to set up a second factor. */
  isSettingUp: boolean
  /** When the user last authenticated, by password, code or single sign-on. */
  provenAt: Date
}

/**
 * Returns whether the caller also manages records that belong to no site or to the operator, such as the inventory and
 * subscriptions.
 */
export function administersInstallation(caller: Caller): boolean {
  return caller.priority >= SYSTEM && isAtRoot(caller)
}

export function hasPermission(caller: Caller, key: PermissionKey): boolean {
  return permits(standingOf(caller), key)
}

/** Returns the properties that decide the permissions of a user. */
export function standingOf(caller: Caller): Standing {
  return { priority: caller.priority, isAtRoot: isAtRoot(caller) }
}

function isAtRoot({ sitePath }: Caller): boolean {
  return siteIdsOf(sitePath).length === 1
}

/** Returns the reason why the caller may not use an endpoint with this `access`; undefined if they may. */
export function findAccessRefusal(
  caller: Caller,
  access: Exclude<Access, 'public' | MachineAccess>,
): ErrorCode | undefined {
  if (access === 'anySession') return undefined
  if (caller.isSettingUp) return 'two_factor_setup_required'
  if (access === 'signedIn' || hasPermission(caller, access)) return undefined
  return 'not_permitted'
}

/**
 * Throws `not_permitted` if the caller lacks the permission. For checks that depend on the content of a request; an
 * endpoint declares the permission it always needs.
 */
export function requirePermission(caller: Caller, key: PermissionKey): void {
  if (!hasPermission(caller, key)) throw new AppError('not_permitted')
}
