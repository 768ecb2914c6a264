import { z } from 'zod'
import { Mac } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { id, timeZone } from './wire.ts'

export const Tokens = z.strictObject({
  AccessToken: z.string(),
  RefreshToken: z.string(),
  IdToken: z.string(),
  /** The session opens nothing but the set-up of a second factor. */
  ForceTwoFactorAuthSetup: z.boolean(),
})
export type Tokens = z.output<typeof Tokens>

/** Bounds within which a user may choose a password; common ones are refused as well. */
export const passwordLengths = { min: 10, max: 128 } as const

const text = (length: number) => z.string().trim().max(length)
const needed = (length: number) => text(length).min(1)
/** To find an account by; long enough for any address. */
const email = needed(254)
/** An address that mail will be sent to. */
export const newEmail = text(254)
  .pipe(z.email('Please enter a valid email address'))
  .meta({ examples: ['anna@example.org', 'o.brien+school@mail.example.org'] })
/** Long enough for any password, short enough to hash without harm. */
const password = z.string().min(1).max(1024)
const secret = z.string().min(1).max(512)

const nothing = z.undefined()
const common = { method: 'POST', access: 'public' } as const

export const auth = {
  login: endpoint({
    ...common,
    rate: 'signIn',
    path: '/auth/login',
    summary: 'Sign in with email and password; a refusal is 400 with its ErrorDetail',
    body: z.strictObject({ Email: email, Password: password }),
    answer: Tokens,
  }),
  mfa: endpoint({
    ...common,
    rate: 'signIn',
    path: '/auth/mfa',
    summary:
      'Continue a sign-in that answered `MFA required`, with a code of the authenticator or a recovery code',
    body: z.strictObject({ Email: email, Session: secret, Code: needed(40) }),
    answer: Tokens,
  }),
  updatePassword: endpoint({
    ...common,
    rate: 'signIn',
    path: '/auth/updatepassword',
    summary: 'Continue a sign-in that answered `New password required`',
    body: z.strictObject({ Email: email, Password: password, Session: secret }),
    answer: Tokens,
  }),
  refresh: endpoint({
    ...common,
    rate: 'refresh',
    path: '/auth/refresh',
    summary: 'Exchange a refresh token for new tokens; each token serves once',
    body: z.strictObject({ RefreshToken: secret }),
    answer: Tokens,
  }),
  logout: endpoint({
    ...common,
    rate: 'refresh',
    path: '/auth/logout',
    summary: 'End the session, its tokens and its live connections',
    status: 204,
    body: z.strictObject({ RefreshToken: secret }),
    answer: nothing,
  }),
  register: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/register',
    summary: 'Make an account in a site; in development only',
    developmentOnly: true,
    status: 204,
    body: z.strictObject({
      Email: newEmail,
      FullName: needed(120),
      Password: password,
      SiteId: id,
      /** Absent: Viewer. */
      UserRoleId: id.optional(),
    }),
    answer: nothing,
  }),
  resend: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/resend',
    summary: 'Send the confirmation mail again; the answer is the same whether or not there is an account',
    status: 204,
    body: z.strictObject({ Email: email }),
    answer: nothing,
  }),
  confirm: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/confirm',
    summary: 'Confirm an account with the code of the confirmation mail',
    body: z.strictObject({ Email: email, ConformationCode: secret }),
    /** Where the account has no password yet: continues at `/auth/updatepassword`. */
    answer: z.strictObject({ SessionToken: z.string().nullable() }),
  }),
  azureLogin: endpoint({
    method: 'GET',
    rate: 'signIn',
    path: '/auth/azurelogin',
    summary: 'Address of the single sign-on provider to go to, bound to this browser by a cookie',
    access: 'public',
    answer: z.strictObject({ Response: z.string() }),
  }),
  azureRedirect: endpoint({
    ...common,
    rate: 'signIn',
    path: '/auth/azureredirect',
    summary: 'Complete a single sign-on with what the provider put into the query of `/azure`',
    body: z.strictObject({
      code: z.string().min(1).max(4096),
      state: secret,
      /** As in the query; required by providers that send it. */
      iss: text(512).optional(),
      session_state: text(512).optional(),
    }),
    answer: Tokens,
  }),
  reset: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/reset',
    summary: 'Send a mail to reset a password; the answer is the same whether or not there is an account',
    status: 204,
    body: z.strictObject({ Email: email }),
    answer: nothing,
  }),
  alter: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/alter',
    summary: 'Choose a new password with the code of the reset mail; ends all sessions, signs nobody in',
    status: 204,
    body: z.strictObject({ Email: email, ResetCode: secret, Password: password }),
    answer: nothing,
  }),
  registerSite: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/registersite',
    summary: 'Claim a device of the inventory with a new site and its administrator, who is sent a mail',
    status: 204,
    body: z.strictObject({
      MacAddress: Mac,
      /** Printed with some devices; needed where `verifydevice` says so. */
      ClaimCode: needed(100).optional(),
      FullName: needed(120),
      Email: newEmail,
      UserTitle: text(120).default(''),
      /** Of the site. */
      Name: needed(120),
      Address: text(200).default(''),
      City: text(120).default(''),
      State: text(120).default(''),
      Zip: text(20).default(''),
      Country: text(120).default(''),
      TimeZone: timeZone,
    }),
    answer: nothing,
  }),
  verifyDevice: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/verifydevice',
    summary: 'Whether a device of the inventory can be registered with a site',
    body: z.strictObject({ MacAddress: Mac }),
    answer: z.strictObject({ ClaimCodeRequired: z.boolean() }),
  }),
  verifyUser: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/verifyuser',
    summary: 'Whether an address can be written to; never whether there is an account',
    status: 204,
    body: z.strictObject({ Email: newEmail, MacAddress: Mac.optional() }),
    answer: nothing,
  }),
}
