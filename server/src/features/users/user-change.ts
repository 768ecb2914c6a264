import type { BodyOf } from '@eot/contract/endpoint'
import type { UserSettings, UserSettingsChange } from '@eot/contract/settings'
import type { users } from '@eot/contract/users'

/** The fields of a user that a request may change, named as on the wire. */
export interface UserFields {
  FullName: string
  UserTitle: string | null
  PhoneNumber: string | null
  NotificationsEnabled: boolean
  EmailEnabled: boolean
  TextEnabled: boolean
  Settings: UserSettings
  Email: string
  /** Ids. */
  UserRole: string
  Site: string
  IsActive: boolean
  ForceUserTwoFactorAuth: boolean
}

/** Decided by an administrator, never by the user. */
const administered = ['Email', 'UserRole', 'Site', 'IsActive', 'ForceUserTwoFactorAuth'] as const

const ids: readonly string[] = ['UserRole', 'Site']

/** Returns the fields after a change. Omitted and null fields stay (spec 5); an empty text removes a title or number. */
export function applyChange(before: UserFields, change: BodyOf<typeof users.update>): UserFields {
  const given = Object.entries(change).flatMap(([name, value]) => {
    if (value === null || value === undefined || name === 'Version') return []
    if (name === 'Settings') return [[name, changedSettings(before.Settings, change.Settings ?? {})]]
    if (ids.includes(name)) return [[name, String(value).toLowerCase()]]
    return [[name, value === '' ? null : value]]
  })
  return { ...before, ...(Object.fromEntries(given) as Partial<UserFields>) } // the same names and types
}

function changedSettings(before: UserSettings, change: UserSettingsChange): UserSettings {
  const given = Object.entries(change).filter(([, value]) => value !== null && value !== undefined)
  const after = Object.entries({ ...before, ...Object.fromEntries(given) })
  return Object.fromEntries(after.filter(([, value]) => value !== 'Default' && value !== '')) // the same names and types
}

export function changesAdministered(before: UserFields, after: UserFields): boolean {
  return administered.some((name) => before[name] !== after[name])
}

/** Returns whether text messages would be on without a number to send them to. */
export function lacksNumber({ TextEnabled, PhoneNumber }: Pick<UserFields, 'TextEnabled' | 'PhoneNumber'>) {
  return TextEnabled && PhoneNumber === null
}
