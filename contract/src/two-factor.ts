import { z } from 'zod'
import { Tokens } from './auth.ts'
import { endpoint } from './endpoint.ts'

export const TwoFactorType = z.enum(['Authenticator'])

/** Minutes after a sign-in or proof in which the user may change the protection of the account. */
export const freshProofMinutes = 5

/** Password or current code; required if the last proof is older than `freshProofMinutes`. */
const Proof = {
  Type: TwoFactorType.default('Authenticator'),
  Password: z.string().min(1).max(1024).optional(),
  Code: z.string().trim().min(1).max(40).optional(),
}

export const TwoFactorState = z.strictObject({
  IsEnabled: z.boolean(),
  /** Required by the user's role or account, so it cannot be disabled. */
  IsForced: z.boolean(),
  RecoveryCodesLeft: z.int(),
})
export type TwoFactorState = z.output<typeof TwoFactorState>

export const TwoFactorSetup = z.strictObject({
  Type: TwoFactorType,
  /** Base32; typed in if the QR code cannot be scanned. */
  Secret: z.string(),
  /** `otpauth://…`, the content of the QR code. */
  Uri: z.string(),
  /** `data:image/svg+xml;…`, for an `img`. */
  QrCode: z.string(),
})
export type TwoFactorSetup = z.output<typeof TwoFactorSetup>

/** Returned only once; only hashes are stored. */
const RecoveryCodes = z.array(z.string())

export const twoFactor = {
  state: endpoint({
    method: 'GET',
    path: '/users/me/2fa',
    summary: "Get the state of the caller's second factor",
    access: 'signedIn',
    answer: TwoFactorState,
  }),
  request: endpoint({
    method: 'POST',
    path: '/users/request2fa',
    summary: 'Start setting up a second factor; nothing changes until it is verified',
    rate: 'signIn',
    access: 'anySession',
    body: z.strictObject(Proof),
    answer: TwoFactorSetup,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/users/verify2fa',
    summary: 'Enable the second factor with its first code; ends every other session',
    rate: 'signIn',
    access: 'anySession',
    body: z.strictObject({
      Type: TwoFactorType.default('Authenticator'),
      Code: z.string().trim().min(1).max(10),
      /** The caller's own token, as in the header. */
      AccessToken: z.string().max(4096).optional(),
    }),
    /** All sessions end, including this one. Continue with `Tokens`, which have the user's full permissions. */
    answer: z.strictObject({ RecoveryCodes, Tokens }),
  }),
  disable: endpoint({
    method: 'POST',
    path: '/users/disable2fa',
    summary: 'Disable the second factor; refused while it is required',
    rate: 'signIn',
    access: 'signedIn',
    body: z.strictObject(Proof),
    /** All sessions end, including this one. Continue with these tokens. */
    answer: Tokens,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/users/recoverycodes',
    summary: 'Replace the recovery codes with ten new ones',
    rate: 'signIn',
    access: 'signedIn',
    body: z.strictObject({ Password: Proof.Password, Code: Proof.Code }),
    answer: z.strictObject({ RecoveryCodes }),
  }),
}
