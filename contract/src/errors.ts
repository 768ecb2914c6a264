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
  invalid_access_token: { status: 401, detail: 'The access token is missing, expired or revoked' },
  invalid_refresh_token: { status: 401, detail: 'The refresh token is expired or revoked' },
  invalid_device_key: { status: 401, detail: 'The device address or key is wrong' },
  invalid_gateway_token: { status: 401, detail: 'The gateway token is wrong or revoked' },
  not_permitted: { status: 403, detail: 'Your role does not permit this' },
  not_found: { status: 404, detail: 'There is no such record' },
  site_not_found: { status: 404, detail: 'There is no such site' },
  device_not_found: { status: 404, detail: 'There is no such device' },
  alert_not_found: { status: 404, detail: 'There is no such alert' },
  user_not_found: { status: 404, detail: 'There is no such user' },
  model_not_found: { status: 404, detail: 'There is no such model' },
  endpoint_not_found: { status: 404, detail: 'There is no such endpoint' },
  mac_taken: { status: 409, detail: 'A device with this address exists already' },
  site_name_taken: { status: 409, detail: 'A sub-site with this name exists already' },
  payload_too_large: { status: 413, detail: 'The request is larger than allowed' },
  unsupported_media_type: { status: 415, detail: 'The content type is not supported' },
  rate_limited: { status: 429, detail: 'Too many requests, try again later' },
  internal_error: { status: 500, detail: 'Something unexpected went wrong' },
  overloaded: { status: 503, detail: 'The server is busy, try again shortly' },
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
  /** Correlates an answer with the server's log. */
  RequestId?: string
}
