/**
 * Every expected failure of the product: stable code → HTTP status and wire text (`ErrorDetail`).
 * The texts of the sign-in failures are the specification's (spec 8).
 */
export const errors = {
  invalid_request: { status: 400, detail: 'The request is not valid' },
  invalid_credentials: { status: 400, detail: 'Invalid credentials' },
  temporary_password_expired: { status: 400, detail: 'Temporary password expired' },
  session_expired: { status: 400, detail: 'Session is expired' },
  account_not_confirmed: { status: 400, detail: 'User not confirmed' },
  limit_exceeded: { status: 400, detail: 'Limit exceeded' },
  mfa_required: { status: 400, detail: 'MFA required' },
  new_password_required: { status: 400, detail: 'New password required' },
  /** Of `/auth/mfa` and the set-up; the session token still serves. */
  invalid_code: { status: 400, detail: 'Invalid code' },
  /** Of the mails to confirm an account or reset a password: used, expired, replaced or never given. */
  invalid_link: { status: 400, detail: 'The link is invalid or has expired' },
  two_factor_setup_expired: { status: 400, detail: 'The set-up has expired, please start again' },
  sso_refused: { status: 400, detail: 'Single sign-on was refused' },
  invalid_access_token: { status: 401, detail: 'The access token is missing, expired or revoked' },
  invalid_refresh_token: { status: 401, detail: 'The refresh token is expired or revoked' },
  invalid_device_key: { status: 401, detail: 'The device address or key is wrong' },
  invalid_gateway_token: { status: 401, detail: 'The gateway token is wrong or revoked' },
  not_permitted: { status: 403, detail: 'Your role does not permit this' },
  /** The token is there to set up a second factor, and opens nothing else. */
  two_factor_setup_required: { status: 403, detail: 'Two-factor authentication has to be set up first' },
  reauthentication_required: { status: 403, detail: 'Please confirm with your password or a code' },
  role_above_own: { status: 403, detail: 'This role is above your own' },
  two_factor_forced: { status: 409, detail: 'Two-factor authentication is required for your account' },
  two_factor_not_enabled: { status: 409, detail: 'Two-factor authentication is not enabled' },
  email_taken: { status: 409, detail: 'A user with this email exists already' },
  not_found: { status: 404, detail: 'There is no such record' },
  site_not_found: { status: 404, detail: 'There is no such site' },
  device_not_found: { status: 404, detail: 'There is no such device' },
  alert_not_found: { status: 404, detail: 'There is no such alert' },
  user_not_found: { status: 404, detail: 'There is no such user' },
  mail_not_found: { status: 404, detail: 'There is no such mail' },
  role_not_found: { status: 404, detail: 'There is no such role' },
  /** Unknown, claimed by a site, inactive, returned or with another claim code: which of them is not told. */
  device_not_available: { status: 404, detail: 'This device cannot be registered' },
  sso_not_configured: { status: 404, detail: 'Single sign-on is not set up' },
  model_not_found: { status: 404, detail: 'There is no such model' },
  endpoint_not_found: { status: 404, detail: 'There is no such endpoint' },
  mac_taken: { status: 409, detail: 'A device with this address exists already' },
  site_name_taken: { status: 409, detail: 'A sub-site with this name exists already' },
  payload_too_large: { status: 413, detail: 'The request is larger than allowed' },
  unsupported_media_type: { status: 415, detail: 'The content type is not supported' },
  rate_limited: { status: 429, detail: 'Too many requests, try again later' },
  internal_error: { status: 500, detail: 'Something unexpected went wrong' },
  overloaded: { status: 503, detail: 'The server is busy, try again shortly' },
  sso_unavailable: {
    status: 503,
    detail: 'The single sign-on provider cannot be reached, try again shortly',
  },
  database_unavailable: { status: 503, detail: 'The database cannot be reached, try again shortly' },
  shutting_down: { status: 503, detail: 'The server is restarting, try again shortly' },
} as const satisfies Record<string, { status: number; detail: string }>

export type ErrorCode = keyof typeof errors

/** Body of every failure, as `application/problem+json` (RFC 9457). */
export interface Problem {
  type: string
  title: string
  status: number
  ErrorCode: ErrorCode
  ErrorDetail: string
  Errors?: { Path: string; Message: string }[]
  /** Single-use token that continues a sign-in (`MFA required`, `New password required`). */
  SessionToken?: string
  /** Whose sign-in that token continues, where the provider of single sign-on told it and not the visitor. */
  Email?: string
  /** Correlates an answer with the server's log. */
  RequestId?: string
}
