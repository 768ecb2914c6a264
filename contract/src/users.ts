import { z } from 'zod'
import { newEmail, Tokens } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { UserSettings } from './settings.ts'
import { IdParams, id, Named, OnlyPage } from './wire.ts'

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
})
export type User = z.output<typeof User>

export const GrantedPermissions = z.strictObject({
  /** Priority of the caller's role; nobody grants above their own. */
  Priority: z.int(),
  Permissions: z.array(z.strictObject({ Url: z.string(), Key: z.string(), ActionName: z.string() })),
})
export type GrantedPermissions = z.output<typeof GrantedPermissions>

/** Whoever is invited gets a temporary password by mail. */
export const Invitation = z.strictObject({
  FullName: z.string().trim().min(1, 'Please enter a name').max(120),
  Email: newEmail,
  /** Id of a role that is not above the caller's own. */
  UserRole: id,
  /** Absent: the caller's own. */
  Site: id.optional(),
})

/** Keys that are left out stay as they are. */
export const UserChange = z.strictObject({
  /** The whole of them: a setting that is left out is the site's, or the default. */
  Settings: UserSettings.optional(),
})

export const users = {
  me: endpoint({
    method: 'GET',
    path: '/users/me',
    summary: 'The signed-in user',
    access: 'signedIn',
    answer: User,
  }),
  myPermissions: endpoint({
    method: 'GET',
    path: '/users/me/permissions',
    summary: 'What the signed-in user may open and do',
    access: 'signedIn',
    query: OnlyPage,
    answer: GrantedPermissions,
  }),
  create: endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Invite a user, who is sent a temporary password',
    access: 'AddUsers',
    status: 201,
    body: Invitation,
    answer: User,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/users/:id',
    summary: 'Change the own settings; those of another user need EditUsers',
    access: 'signedIn',
    params: IdParams,
    body: UserChange,
    answer: User,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/users/password',
    summary: 'Change the own password; ends every other session',
    rate: 'signIn',
    access: 'signedIn',
    body: z.strictObject({
      OldPassword: z.string().min(1).max(1024),
      NewPassword: z.string().min(1).max(1024),
    }),
    /** All sessions end, this one too; it goes on with these. */
    answer: Tokens,
  }),
  resendPassword: endpoint({
    method: 'POST',
    path: '/users/:id/resendpassword',
    summary: 'Send a user a new temporary password; the old one and all sessions end when it is sent',
    access: 'ResendPassword',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
}
