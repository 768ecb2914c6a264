import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { languages } from './languages.ts'
import { Mac } from './mac.ts'
import { readableLine } from './text.ts'
import { id, timeZone } from './wire.ts'

export const Tokens = z.strictObject({
  AccessToken: z.string(),
  RefreshToken: z.string(),
  IdToken: z.string(),
  /** The session is only valid for setting up a second factor. */
  ForceTwoFactorAuthSetup: z.boolean(),
})
export type Tokens = z.output<typeof Tokens>

/** Length limits of a new password, in characters. Common passwords are rejected as well. */
export const passwordLengths = { min: 10, max: 128 } as const

const text = (length: number) => z.string().trim().max(length)
const needed = (length: number) => text(length).min(1)
/** A field of a new account or site. */
const line = (length: number) => readableLine.max(length)
/** Identifies an account. 254 is the longest valid address. */
const email = needed(254)
/** Address to which email will be sent; must be valid. */
export const newEmail = text(254)
  .pipe(z.email('Please enter a valid email address'))
  .meta({ examples: ['anna@example.org', 'o.brien+school@mail.example.org'] })
/** Longer than any valid password, but short enough to hash cheaply. */
const password = z.string().min(1).max(1024)
const secret = z.string().min(1).max(512)

const nothing = z.undefined()
const common = { method: 'POST', access: 'public' } as const

export const auth = {
  login: endpoint({
    ...common,
    rate: 'signIn',
    path: '/auth/login',
    summary: 'Sign in with email and password; failures return 400 with an ErrorDetail',
    body: z.strictObject({ Email: email, Password: password }),
    answer: Tokens,
  }),
  mfa: endpoint({
    ...common,
    rate: 'signIn',
    path: '/auth/mfa',
    summary: 'Continue a sign-in that returned `MFA required`, with an authenticator code or a recovery code',
    body: z.strictObject({ Email: email, Session: secret, Code: needed(40) }),
    answer: Tokens,
  }),
  updatePassword: endpoint({
    ...common,
    rate: 'signIn',
    path: '/auth/updatepassword',
    summary: 'Continue a sign-in that returned `New password required`',
    body: z.strictObject({ Email: email, Password: password, Session: secret }),
    answer: Tokens,
  }),
  refresh: endpoint({
    ...common,
    rate: 'refresh',
    path: '/auth/refresh',
    summary: 'Exchange a refresh token for new tokens; each refresh token is single-use',
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
    summary: 'Create an account in a site; development only',
    developmentOnly: true,
    status: 204,
    body: z.strictObject({
      Email: newEmail,
      FullName: line(120).min(1),
      Password: password,
      SiteId: id,
      /** Defaults to Viewer. */
      UserRoleId: id.optional(),
    }),
    answer: nothing,
  }),
  resend: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/resend',
    summary: 'Resend the confirmation email; the response is the same whether or not the account exists',
    status: 204,
    body: z.strictObject({ Email: email }),
    answer: nothing,
  }),
  confirm: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/confirm',
    summary: 'Confirm an account with the code from the confirmation email',
    body: z.strictObject({ Email: email, ConformationCode: secret }),
    /** Set if the account has no password yet; continue at `/auth/updatepassword`. */
    answer: z.strictObject({ SessionToken: z.string().nullable() }),
  }),
  azureLogin: endpoint({
    method: 'GET',
    rate: 'signIn',
    path: '/auth/azurelogin',
    summary: 'Get the sign-in URL of the single sign-on provider, bound to this browser by a cookie',
    access: 'public',
    answer: z.strictObject({ Response: z.string() }),
  }),
  azureRedirect: endpoint({
    ...common,
    rate: 'signIn',
    path: '/auth/azureredirect',
    summary: 'Complete a single sign-on with the query parameters that the provider passed to `/azure`',
    body: z.strictObject({
      code: z.string().min(1).max(4096),
      state: secret,
      /** From the query; required for providers that send it. */
      iss: text(512).optional(),
      session_state: text(512).optional(),
    }),
    answer: Tokens,
  }),
  reset: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/reset',
    summary: 'Send a password reset email; the response is the same whether or not the account exists',
    status: 204,
    body: z.strictObject({ Email: email }),
    answer: nothing,
  }),
  alter: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/alter',
    summary: 'Set a new password with the code from the reset email; ends all sessions and does not sign in',
    status: 204,
    body: z.strictObject({ Email: email, ResetCode: secret, Password: password }),
    answer: nothing,
  }),
  registerSite: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/registersite',
    summary:
      'Register a site and its administrator with a device from the inventory; the administrator gets an email',
    status: 204,
    body: z.strictObject({
      MacAddress: Mac,
      /** Printed on some devices; required according to `verifydevice`. */
      ClaimCode: needed(100).optional(),
      FullName: line(120).min(1),
      Email: newEmail,
      UserTitle: line(120).default(''),
      /** Name of the site. */
      Name: line(120).min(1),
      Address: line(200).default(''),
      City: line(120).default(''),
      State: line(120).default(''),
      Zip: line(20).default(''),
      Country: line(120).default(''),
      TimeZone: timeZone,
      /** The language of the site, and thereby of its people and messages. */
      Language: z.enum(languages).optional(),
    }),
    answer: nothing,
  }),
  verifyDevice: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/verifydevice',
    summary: 'Check whether a device in the inventory can be registered with a site',
    body: z.strictObject({ MacAddress: Mac }),
    answer: z.strictObject({ ClaimCodeRequired: z.boolean() }),
  }),
  verifyUser: endpoint({
    ...common,
    rate: 'inquiry',
    path: '/auth/verifyuser',
    summary: 'Check whether an email address is valid; never reveals whether an account exists',
    status: 204,
    body: z.strictObject({ Email: newEmail, MacAddress: Mac.optional() }),
    answer: nothing,
  }),
}
