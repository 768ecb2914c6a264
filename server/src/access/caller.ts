import type { Access } from '@eot/contract/endpoint'
import type { ErrorCode } from '@eot/contract/errors'
import { type PermissionKey, permits } from '@eot/contract/permissions'
import { AppError } from '../platform/app-error.ts'

/** A signed-in user as the database knows them now. */
export interface Caller {
  userId: string
  fullName: string
  email: string
  /** The user's own site: nothing above or beside it exists for them. */
  siteId: string
  sitePath: string
  timeZone: string
  roleName: string
  /** Of the role: what it may do, and up to which role it may grant. */
  priority: number
  sessionId: string
  /** Raised for the user when all access tokens and live connections made before must end. */
  sessionVersion: number
  /** The session is there to set up a second factor, and opens nothing else. */
  isSettingUp: boolean
  /** When the user last proved to be there, by password, code or single sign-on. */
  provenAt: Date
}

/** Role priority from which a user holds what belongs to no site. */
const SYSTEM_ADMINISTRATOR = 100

export function isSystemAdministrator(caller: Caller): boolean {
  return caller.priority >= SYSTEM_ADMINISTRATOR
}

export function hasPermission(caller: Caller, key: PermissionKey): boolean {
  return permits(caller.priority, key)
}

/** Why the caller may not call what is open to `access`; undefined: they may. */
export function findAccessRefusal(
  caller: Caller,
  access: Exclude<Access, 'public' | 'device' | 'gateway'>,
): ErrorCode | undefined {
  if (access === 'anySession') return undefined
  if (caller.isSettingUp) return 'two_factor_setup_required'
  if (access === 'signedIn' || hasPermission(caller, access)) return undefined
  return 'not_permitted'
}

/** For what depends on the content of a call; what holds for a whole endpoint is declared by it. */
export function requirePermission(caller: Caller, key: PermissionKey): void {
  if (!hasPermission(caller, key)) throw new AppError('not_permitted')
}
