import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Tokens = z.strictObject({
  AccessToken: z.string(),
  RefreshToken: z.string(),
  IdToken: z.string(),
  /** The session opens nothing but the set-up of a second factor. */
  ForceTwoFactorAuthSetup: z.boolean(),
})
export type Tokens = z.output<typeof Tokens>

/** Long enough for any address and password, short enough to hash without harm. */
const email = z.string().trim().min(1).max(254)
const password = z.string().min(1).max(1024)
const refreshToken = z.string().min(1).max(512)

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with e-mail and password; a refusal is 400 with its ErrorDetail',
    access: 'public',
    body: z.strictObject({ Email: email, Password: password }),
    answer: Tokens,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'Exchange a refresh token for new tokens; each token serves once',
    access: 'public',
    body: z.strictObject({ RefreshToken: refreshToken }),
    answer: Tokens,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session, its tokens and its live connections',
    access: 'public',
    status: 204,
    body: z.strictObject({ RefreshToken: refreshToken }),
    answer: z.undefined(),
  }),
}
