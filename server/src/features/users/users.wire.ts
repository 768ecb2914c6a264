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
    // Who has chosen no theme has the site's.
    Settings: { Theme: 'Default', ...user.settings },
  }
}

/** What a role of this priority may open and do. */
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
