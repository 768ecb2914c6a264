import { type RoleName, roles } from '@eot/contract/permissions'

/** The built-in roles, highest first. */
export const roleNames: readonly RoleName[] = roles.map(({ name }) => name)

/** Returns whether this version of the portal knows the role, and so has a description of it. */
export const isRoleName = (name: string): name is RoleName => roleNames.some((known) => known === name)
