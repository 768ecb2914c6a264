import { z } from 'zod'
import { newEmail, Tokens } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { UserSettings } from './settings.ts'
import { IdParams, id, Named, OnlyPage, version } from './wire.ts'

export const User = z.strictObject({
  Id: id,
  FullName: z.string(),
  Email: z.string(),
  PhoneNumber: z.string().nullable(),
  UserTitle: z.string().nullable(),
  UserRole: Named,
  Site: Named,
  IsActive: z.boolean(),
  NotificationsEnabled: z.boolean(),
  EmailEnabled: z.boolean(),
  TextEnabled: z.boolean(),
  ForceUserTwoFactorAuth: z.boolean(),
  Settings: UserSettings,
  Version: version,
})
export type User = z.output<typeof User>

export const GrantedPermissions = z.strictObject({
  /** Priority of the caller's role; users cannot grant a role above their own. */
  Priority: z.int(),
  Permissions: z.array(z.strictObject({ Url: z.string(), Key: z.string(), ActionName: z.string() })),
})
export type GrantedPermissions = z.output<typeof GrantedPermissions>

/** The invited user gets a temporary password by email. */
export const Invitation = z.strictObject({
  FullName: z.string().trim().min(1, 'Please enter a name').max(120),
  Email: newEmail,
  /** Id of a role not above the caller's own. */
  UserRole: id,
  /** Defaults to the caller's own site. */
  Site: id.optional(),
})

/** Omitted fields are left unchanged. */
export const UserChange = z.strictObject({
  /** Replaces all settings; an omitted setting falls back to that of the site, or to the default. */
  Settings: UserSettings.optional(),
  Version: version.optional(),
})

export const users = {
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
    summary: "Change a user's settings; EditUsers is required for other users than oneself",
    access: 'signedIn',
    params: IdParams,
    body: UserChange,
    answer: User,
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
