import { z } from 'zod'
import { newEmail, Tokens } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { UserSettings, UserSettingsChange } from './settings.ts'
import { readableLine } from './text.ts'
import {
  flag,
  IdParams,
  id,
  instant,
  many,
  Named,
  OnlyPage,
  PageQuery,
  pageOf,
  ScopeQuery,
  SiteAllQuery,
  version,
} from './wire.ts'

/** `Missing`: required of the user, by their record or role, but not set up. */
export const twoFactorStatuses = ['On', 'Missing', 'Off'] as const
export const TwoFactorStatus = z.enum(twoFactorStatuses)
export type TwoFactorStatus = z.output<typeof TwoFactorStatus>

/** How the user signs in. Users who have signed in through the provider may still have a password. */
export const authTypes = ['Password', 'SingleSignOn'] as const
export const AuthType = z.enum(authTypes)
export type AuthType = z.output<typeof AuthType>

export const User = z.strictObject({
  Id: id,
  FullName: z.string(),
  Email: z.string(),
  PhoneNumber: z.string().nullable(),
  UserTitle: z.string().nullable(),
  UserRole: Named,
  Site: Named,
  IsActive: z.boolean(),
  /** All notices. Off: neither email nor text messages are sent, regardless of the next two. */
  NotificationsEnabled: z.boolean(),
  EmailEnabled: z.boolean(),
  TextEnabled: z.boolean(),
  ForceUserTwoFactorAuth: z.boolean(),
  Settings: UserSettings,
  TwoFactor: TwoFactorStatus,
  AuthType,
  /** null: has never signed in. */
  LastSignInAt: instant.nullable(),
  /** null once the user has chosen a password or signed in. */
  Invitation: z
    .strictObject({ SentAt: instant, ExpiresAt: instant, Status: z.enum(['Pending', 'Expired']) })
    .nullable(),
  CreatedAt: instant,
  Version: version,
})
export type User = z.output<typeof User>

export const GrantedPermissions = z.strictObject({
  /** Priority of the caller's role; users cannot grant a role above their own. */
  Priority: z.int(),
  Permissions: z.array(z.strictObject({ Url: z.string(), Key: z.string(), ActionName: z.string() })),
})
export type GrantedPermissions = z.output<typeof GrantedPermissions>

const fullName = readableLine.min(1, 'Please enter a name').max(120)
const userTitle = readableLine.max(120)
/** International, 7 to 15 digits (E.164); spaces, hyphens, dots and parentheses are kept. Empty: no number. */
const phoneNumber = z
  .string()
  .trim()
  .max(40)
  .regex(
    /^(\+[1-9]([ ().-]{0,2}[0-9]){6,14})?$/,
    'Please enter an international number such as +1 507 555 0164',
  )
  // A zero that is dialed only within the country.
  .refine((number) => !number.includes('(0)'), 'Please leave out the (0)')
  .meta({ examples: ['+1 507 555 0164', '+44 20 7946 0958'] })

/** The invited user gets a temporary password by email. */
export const Invitation = z.strictObject({
  FullName: fullName,
  Email: newEmail,
  /** Id of a role not above the caller's own. */
  UserRole: id,
  /** Defaults to the caller's own site. */
  Site: id.optional(),
  UserTitle: userTitle.optional(),
  PhoneNumber: phoneNumber.optional(),
  NotificationsEnabled: z.boolean().optional(),
  EmailEnabled: z.boolean().optional(),
  /** Requires a phone number. */
  TextEnabled: z.boolean().optional(),
  ForceUserTwoFactorAuth: z.boolean().optional(),
})

/** Fields that are omitted or null are left unchanged (spec 5). */
export const UserChange = z.strictObject({
  FullName: fullName.nullable().optional(),
  /** An empty string removes the title. */
  UserTitle: userTitle.nullable().optional(),
  /** An empty string removes the number. */
  PhoneNumber: phoneNumber.nullable().optional(),
  NotificationsEnabled: z.boolean().nullable().optional(),
  EmailEnabled: z.boolean().nullable().optional(),
  /** Requires a phone number. */
  TextEnabled: z.boolean().nullable().optional(),
  Settings: UserSettingsChange.nullable().optional(),
  /** The fields below are changed by administrators only, never by the user. */
  Email: newEmail.nullable().optional(),
  /** Id of a role not above the caller's own. */
  UserRole: id.nullable().optional(),
  Site: id.nullable().optional(),
  IsActive: z.boolean().nullable().optional(),
  ForceUserTwoFactorAuth: z.boolean().nullable().optional(),
  Version: version.nullable().optional(),
})

const filters = {
  ...ScopeQuery.shape,
  search: PageQuery.shape.search,
  IsActive: flag.optional(),
  UserRole: many(id),
  AuthType: AuthType.optional(),
  TwoFactor: TwoFactorStatus.optional(),
  ForceUserTwoFactorAuth: flag.optional(),
  sortBy: z.enum(['FullName', 'Email', 'UserRole', 'Site', 'LastSignInAt']).default('FullName'),
}

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    summary: 'List the users of a site and its sub-sites',
    access: 'ViewUsers',
    query: z.strictObject({ ...PageQuery.shape, ...filters }),
    answer: pageOf(User),
  }),
  export: endpoint({
    method: 'GET',
    path: '/users/export',
    summary: 'Download the users that match a filter as CSV',
    access: 'ViewUsers',
    query: z.strictObject({ ...OnlyPage.shape, ...filters, order: PageQuery.shape.order }),
    produces: 'text/csv',
    answer: z.string(),
  }),
  all: endpoint({
    method: 'GET',
    path: '/users/all',
    summary: 'List id, name and site of every user of a site and its sub-sites, for selectors',
    access: 'ViewUsers',
    query: SiteAllQuery,
    answer: z.array(z.strictObject({ Id: id, Name: z.string(), Site: Named, IsActive: z.boolean() })),
  }),
  lookup: endpoint({
    method: 'GET',
    path: '/users/lookup',
    summary: 'List at most 20 users whose name or email contains the text',
    access: 'ViewUsers',
    query: z.strictObject({ ...SiteAllQuery.shape, search: PageQuery.shape.search }),
    answer: z.array(Named),
  }),
  me: endpoint({
    method: 'GET',
    path: '/users/me',
    summary: 'Get the signed-in user',
    access: 'signedIn',
    answer: User,
  }),
  myPermissions: endpoint({
    method: 'GET',
    path: '/users/me/permissions',
    summary: 'List the permissions of the signed-in user',
    access: 'signedIn',
    query: OnlyPage,
    answer: GrantedPermissions,
  }),
  get: endpoint({
    method: 'GET',
    path: '/users/:id',
    summary: 'Get a user',
    access: 'ViewUsers',
    params: IdParams,
    answer: User,
  }),
  name: endpoint({
    method: 'GET',
    path: '/users/:id/name',
    summary: 'Get the name of a user',
    access: 'ViewUsers',
    params: IdParams,
    answer: Named,
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Invite a user, who gets a temporary password by email',
    access: 'AddUsers',
    status: 201,
    body: Invitation,
    answer: User,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/users/:id',
    summary: 'Change a user; EditUsers is required for other users than oneself',
    access: 'signedIn',
    params: IdParams,
    body: UserChange,
    answer: User,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Delete a user, ending all their sessions; alerts and the audit log keep the name',
    access: 'DeleteUsers',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  resetTwoFactor: endpoint({
    method: 'POST',
    path: '/users/:id/reset2fa',
    summary:
      'Remove the second factor of a user who has lost it, ending all their sessions; the user is told by email',
    access: 'ResetTwoFactor',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/users/password',
    summary: "Change the caller's password; ends every other session",
    rate: 'signIn',
    access: 'signedIn',
    body: z.strictObject({
      OldPassword: z.string().min(1).max(1024),
      NewPassword: z.string().min(1).max(1024),
    }),
    /** All sessions end, including this one. Continue with these tokens. */
    answer: Tokens,
  }),
  resendPassword: endpoint({
    method: 'POST',
    path: '/users/:id/resendpassword',
    summary: 'Send a user a new temporary password; once it is sent, the old password and all sessions end',
    access: 'ResendPassword',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
}
