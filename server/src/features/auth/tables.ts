import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedInstant, Instant } from '../../platform/db/column-types.ts'

interface SessionTable {
  id: string
  user_id: string
  created_at: DefaultedInstant
  expires_at: Instant
  revoked_at: Instant | null
  revoke_reason: string | null
  user_agent: Generated<string>
  address: Generated<string>
  is_setting_up: Generated<boolean>
  is_proven_elsewhere: Generated<boolean>
  proven_at: DefaultedInstant
}

interface RefreshTokenTable {
  token_hash: Buffer
  session_id: string
  generation: number
  used_at: Instant | null
  created_at: DefaultedInstant
}

interface SignInFailureTable {
  id: GeneratedAlways<number>
  email: string
  way: Generated<string>
  failed_at: DefaultedInstant
}

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

export interface AuthTables {
  session: SessionTable
  refresh_token: RefreshTokenTable
  sign_in_failure: SignInFailureTable
  known_device: KnownDeviceTable
  sign_in_step: SignInStepTable
  user_code: UserCodeTable
  two_factor: TwoFactorTable
  two_factor_setup: TwoFactorSetupTable
  recovery_code: RecoveryCodeTable
  sso_attempt: SsoAttemptTable
  sso_identity: SsoIdentityTable
}
