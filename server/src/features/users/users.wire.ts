import { permissionKeys, permissions, permits } from '@eot/contract/permissions'
import type { GrantedPermissions, User } from '@eot/contract/users'
import type { UserRow } from './users.queries.ts'

export function userToWire(user: UserRow): User {
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
    Version: user.version,
  }
}

/** The pages and actions that a role of this priority may use. */
export function grantsToWire(priority: number): GrantedPermissions {
  const granted = permissionKeys.filter((key) => permits(priority, key))
  return {
    Priority: priority,
    Permissions: granted.map((key) => {
      const [url, actionName] = permissions[key]
      return { Url: url, Key: key, ActionName: actionName }
    }),
  }
}
