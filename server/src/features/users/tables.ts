import type { UserSettings } from '@eot/contract/settings'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedInstant, DefaultedJson, Instant } from '../../platform/db/column-types.ts'

interface RoleTable {
  id: string
  name: string
  priority: number
}

interface UserTable {
  id: string
  site_id: string
  role_id: string
  email: string
  full_name: string
  phone_number: string | null
  user_title: string | null
  /** Name, email and title in lower case, one per line. */
  search_text: GeneratedAlways<string>
  is_active: Generated<boolean>
  notifications_enabled: Generated<boolean>
  email_enabled: Generated<boolean>
  text_enabled: Generated<boolean>
  force_two_factor: Generated<boolean>
  settings: DefaultedJson<UserSettings>
  version: Generated<number>
  // Only `auth` changes this column and the four below it.
  last_sign_in_at: Instant | null
  password_hash: string | null
  password_expires_at: Instant | null
  confirmed_at: Instant | null
  session_version: Generated<number>
  created_at: DefaultedInstant
  deleted_at: Instant | null
}

export interface UserTables {
  role: RoleTable
  app_user: UserTable
}
