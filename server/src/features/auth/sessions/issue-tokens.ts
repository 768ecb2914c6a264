import type { Tokens } from '@eot/contract/auth'
import type { AccessTokens } from '../../../access/access-token.ts'

/** Creates the tokens of a session that a browser keeps. */
export async function issueTokens(
  tokens: AccessTokens,
  of: {
    userId: string
    email: string
    fullName: string
    sessionId: string
    sessionVersion: number
    refreshToken: string
    isSettingUp: boolean
  },
): Promise<Tokens> {
  return {
    AccessToken: await tokens.sign(of),
    RefreshToken: of.refreshToken,
    IdToken: await tokens.signIdentity(of),
    ForceTwoFactorAuthSetup: of.isSettingUp,
  }
}
