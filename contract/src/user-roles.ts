import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParams, id, OnlyPage } from './wire.ts'

export const UserRole = z.strictObject({
  Id: id,
  Name: z.string(),
  /** A higher number has more permissions. Users cannot grant a role above their own. */
  Priority: z.int(),
})
export type UserRole = z.output<typeof UserRole>

export const SiteUserRole = UserRole.extend({
  /** Users in this role at the site and its sub-sites, active or not. */
  Users: z.int(),
  /** Whether this site, or one above it, requires a second factor of the role. */
  IsTwoFactorForced: z.boolean(),
})
export type SiteUserRole = z.output<typeof SiteUserRole>

/** Lists of roles, highest first. */
export const userRoles = {
  list: endpoint({
    method: 'GET',
    path: '/userroles/list',
    summary: 'List the roles that the caller may grant: those not above their own',
    access: 'signedIn',
    query: OnlyPage,
    answer: z.array(UserRole),
  }),
  all: endpoint({
    method: 'GET',
    path: '/userroles/all',
    summary: 'List all roles',
    access: 'signedIn',
    query: OnlyPage,
    answer: z.array(UserRole),
  }),
  ofSite: endpoint({
    method: 'GET',
    path: '/sites/:id/userroles',
    summary: 'List all roles with the number of their users at a site and its sub-sites',
    access: 'ViewUsers',
    params: IdParams,
    query: OnlyPage,
    answer: z.array(SiteUserRole),
  }),
}
