import { z } from 'zod'
import { Tokens } from './auth.ts'
import { endpoint } from './endpoint.ts'

export const TwoFactorType = z.enum(['Authenticator'])

/** Minutes for which a sign-in or a proof is fresh enough to change what protects the account. */
export const freshProofMinutes = 5

/** Of the user or of the current code; needed when the last proof is older than `freshProofMinutes`. */
const Proof = {
  Type: TwoFactorType.default('Authenticator'),
  Password: z.string().min(1).max(1024).optional(),
  Code: z.string().trim().min(1).max(40).optional(),
}

export const TwoFactorState = z.strictObject({
  IsEnabled: z.boolean(),
  /** It cannot be disabled: the user's role or record demands it. */
  IsForced: z.boolean(),
  RecoveryCodesLeft: z.int(),
})
export type TwoFactorState = z.output<typeof TwoFactorState>

export const TwoFactorSetup = z.strictObject({
  Type: TwoFactorType,
  /** Base32, to be typed where the picture cannot be scanned. */
  Secret: z.string(),
  /** `otpauth://…`, which the picture holds. */
  Uri: z.string(),
  /** `data:image/svg+xml;…`, for an `img`. */
  QrCode: z.string(),
})
export type TwoFactorSetup = z.output<typeof TwoFactorSetup>

/** Shown once: only their hashes are kept. */
const RecoveryCodes = z.array(z.string())

export const twoFactor = {
  state: endpoint({
    method: 'GET',
    path: '/users/me/2fa',
    summary: "The caller's second factor",
    access: 'signedIn',
    answer: TwoFactorState,
  }),
  request: endpoint({
    method: 'POST',
    path: '/users/request2fa',
    summary: 'Begin to set up a second factor; nothing changes until it is verified',
    rate: 'signIn',
    access: 'anySession',
    body: z.strictObject(Proof),
    answer: TwoFactorSetup,
  }),
  verify: endpoint({
    method: 'POST',
    path: '/users/verify2fa',
    summary: 'Turn the second factor on with its first code; ends every other session',
    rate: 'signIn',
    access: 'anySession',
    body: z.strictObject({
      Type: TwoFactorType.default('Authenticator'),
      Code: z.string().trim().min(1).max(10),
      /** The caller's own; the same as in the header. */
      AccessToken: z.string().max(4096).optional(),
    }),
    /** All sessions end, this one too; it goes on with `Tokens`, and with everything the user may open. */
    answer: z.strictObject({ RecoveryCodes, Tokens }),
  }),
  disable: endpoint({
    method: 'POST',
    path: '/users/disable2fa',
    summary: 'Turn the second factor off; refused while it is forced',
    rate: 'signIn',
    access: 'signedIn',
    body: z.strictObject(Proof),
    /** All sessions end, this one too; it goes on with these. */
    answer: Tokens,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/users/recoverycodes',
    summary: 'Ten new recovery codes; the old ones end',
    rate: 'signIn',
    access: 'signedIn',
    body: z.strictObject({ Password: Proof.Password, Code: Proof.Code }),
    answer: z.strictObject({ RecoveryCodes }),
  }),
}
