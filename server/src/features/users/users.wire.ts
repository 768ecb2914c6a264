import { permissionKeys, permissions, permits, type Standing } from '@eot/contract/permissions'
import type { GrantedPermissions, User } from '@eot/contract/users'
import { temporaryPasswordMs } from '../auth/index.ts'
import type { UserRow } from './user-rows.queries.ts'

export function userToWire(user: UserRow, now: Date): User {
  return {
    Id: user.id,
    FullName: user.full_name,
    Email: user.email,
    PhoneNumber: user.phone_number,
    UserTitle: user.user_title,
    UserRole: { Id: user.role_id, Name: user.role_name },
    Site: { Id: user.site_id, Name: user.site_name },
    IsActive: user.is_active,
    NotificationsEnabled: user.notifications_enabled,
    EmailEnabled: user.email_enabled,
    TextEnabled: user.text_enabled,
    ForceUserTwoFactorAuth: user.force_two_factor,
    // A user without a theme of their own gets the site's theme.
    Settings: { Theme: 'Default', ...user.settings },
    TwoFactor: user.has_two_factor ? 'On' : user.is_two_factor_forced ? 'Missing' : 'Off',
    AuthType: user.uses_sso ? 'SingleSignOn' : 'Password',
    LastSignInAt: user.last_sign_in_at?.toISOString() ?? null,
    Invitation: invitationToWire(user, now),
    CreatedAt: user.created_at.toISOString(),
    Version: user.version,
  }
}

/** Returns whether the user has chosen a password or signed in. */
export function hasJoined(user: UserRow): boolean {
  return user.last_sign_in_at !== null || (user.password_hash !== null && user.password_expires_at === null)
}

function invitationToWire(user: UserRow, now: Date): User['Invitation'] {
  if (hasJoined(user)) return null
  // Until the email is composed there is no password.
  const expiresMs = user.password_expires_at?.getTime() ?? user.created_at.getTime() + temporaryPasswordMs
  return {
    SentAt: new Date(expiresMs - temporaryPasswordMs).toISOString(),
    ExpiresAt: new Date(expiresMs).toISOString(),
    Status: expiresMs > now.getTime() ? 'Pending' : 'Expired',
  }
}

/** Returns the pages and actions that a user may use. */
export function grantsToWire(standing: Standing): GrantedPermissions {
  const granted = permissionKeys.filter((key) => permits(standing, key))
  return {
    Priority: standing.priority,
    Permissions: granted.map((key) => {
      const [url, actionName] = permissions[key]
      return { Url: url, Key: key, ActionName: actionName }
    }),
  }
}
