import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { UserSettings } from './settings.ts'
import { id, Named } from './wire.ts'

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
    answer: GrantedPermissions,
  }),
}
