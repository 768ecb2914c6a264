import { type RoleName, roles } from '@eot/contract/permissions'

/** The built-in roles, highest first. */
export const roleNames: readonly RoleName[] = roles.map(({ name }) => name)

/** Whether a role has a name known to this version of the portal, and so a description. */
export const isRoleName = (name: string): name is RoleName => roleNames.some((known) => known === name)
