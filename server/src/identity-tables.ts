import type { ColumnType, Generated, Selectable } from 'kysely'

type Instant = ColumnType<Date, Date, Date>
type DefaultedInstant = ColumnType<Date, Date | undefined, Date>

interface KnownDeviceTable {
  token_hash: Buffer
  user_id: string
  created_at: DefaultedInstant
  last_used_at: Instant
}

interface SignInStepTable {
  token_hash: Buffer
  user_id: string
  kind: 'mfa' | 'new password'
  method: 'password' | 'sso' | 'session'
  has_second_factor: boolean
  session_version: number
  tries: Generated<number>
  expires_at: Instant
  used_at: Instant | null
}

interface UserCodeTable {
  code_hash: Buffer
  user_id: string
  purpose: 'confirm' | 'reset'
  expires_at: Instant
  used_at: Instant | null
}

interface TwoFactorTable {
  user_id: string
  sealed_secret: string
  last_step: number
  enabled_at: Instant
}

interface TwoFactorSetupTable {
  user_id: string
  sealed_secret: string
  expires_at: Instant
}

interface RecoveryCodeTable {
  user_id: string
  code_hash: Buffer
  used_at: Instant | null
}

interface SsoAttemptTable {
  browser_hash: Buffer
  sealed_checks: string
  expires_at: Instant
}

interface SsoIdentityTable {
  issuer: string
  tenant: string
  subject: string
  user_id: string
  created_at: DefaultedInstant
}

export interface MailTable {
  id: string
  kind: string
  receiver: string
  user_id: string | null
  site_id: string | null
  details: ColumnType<Record<string, string>, string | undefined, string>
  status: ColumnType<MailStatus, MailStatus | undefined, MailStatus>
  subject: Generated<string>
  sealed_body: string | null
  attempts: Generated<number>
  error: string | null
  created_at: Instant
  expires_at: Instant
  finished_at: Instant | null
}

export type MailStatus = 'requested' | 'composed' | 'sent' | 'kept' | 'failed' | 'expired' | 'dropped'
export type MailRow = Selectable<MailTable>

/** Tables of signing in, second factors, single sign-on and mail. */
export interface IdentityTables {
  known_device: KnownDeviceTable
  sign_in_step: SignInStepTable
  user_code: UserCodeTable
  two_factor: TwoFactorTable
  two_factor_setup: TwoFactorSetupTable
  recovery_code: RecoveryCodeTable
  sso_attempt: SsoAttemptTable
  sso_identity: SsoIdentityTable
  mail: MailTable
}
