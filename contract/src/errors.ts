import type { EditConflict } from './wire.ts'

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
  /** From `/auth/mfa` and two-factor setup. The session token remains valid. */
  invalid_code: { status: 400, detail: 'Invalid code' },
  /** For the links to confirm an account or reset a password: used, expired, replaced or never issued. */
  invalid_link: { status: 400, detail: 'The link is invalid or has expired' },
  two_factor_setup_expired: { status: 400, detail: 'Setup has expired, please start again' },
  sso_refused: { status: 400, detail: 'Single sign-on was refused' },
  invalid_access_token: { status: 401, detail: 'The access token is missing, expired or revoked' },
  invalid_refresh_token: { status: 401, detail: 'The refresh token is expired or revoked' },
  invalid_device_key: { status: 401, detail: 'The hardware address or device key is wrong' },
  invalid_gateway_token: { status: 401, detail: 'The gateway token is wrong or revoked' },
  /** From the callbacks of providers. */
  invalid_signature: { status: 401, detail: 'The signature is missing, wrong or too old' },
  not_permitted: { status: 403, detail: 'Your role does not allow this' },
  /** The access token is only valid for setting up two-factor authentication. */
  two_factor_setup_required: { status: 403, detail: 'Two-factor authentication must be set up first' },
  reauthentication_required: { status: 403, detail: 'Please confirm with your password or a code' },
  role_above_own: { status: 403, detail: 'This role ranks above your own' },
  /** Users change their role, site, status, email and required second factor through an administrator. */
  own_account: { status: 403, detail: 'You cannot change this for your own account' },
  last_administrator: {
    status: 409,
    detail: 'The last administrator of the site: appoint another first',
  },
  last_system_administrator: { status: 409, detail: 'This is the last system administrator' },
  user_inactive: { status: 409, detail: 'This user is inactive' },
  two_factor_forced: { status: 409, detail: 'Two-factor authentication is required for your account' },
  two_factor_not_enabled: { status: 409, detail: 'Two-factor authentication is not enabled' },
  /** The record was changed since `Version` was read. `Conflict` has the current record. */
  edit_conflict: { status: 409, detail: 'Someone else has changed this in the meantime' },
  email_taken: { status: 409, detail: 'A user with this email already exists' },
  import_not_found: { status: 404, detail: 'Import not found' },
  not_found: { status: 404, detail: 'Record not found' },
  site_not_found: { status: 404, detail: 'Site not found' },
  group_not_found: { status: 404, detail: 'Device group not found' },
  system_message_not_found: { status: 404, detail: 'System message not found' },
  list_not_found: { status: 404, detail: 'User list not found' },
  device_not_found: { status: 404, detail: 'Device not found' },
  hint_not_found: { status: 404, detail: 'Hint not found' },
  alert_not_found: { status: 404, detail: 'Alert not found' },
  user_not_found: { status: 404, detail: 'User not found' },
  mail_not_found: { status: 404, detail: 'Email not found' },
  role_not_found: { status: 404, detail: 'Role not found' },
  /** Unknown, claimed by a site, inactive, returned or with another claim code. The response does not reveal which. */
  device_not_available: {
    status: 404,
    detail: 'This device is not available. Check its address and claim code.',
  },
  callbacks_not_configured: { status: 404, detail: 'Callbacks of this provider are not set up' },
  message_not_found: { status: 404, detail: 'Message not found' },
  sso_not_configured: { status: 404, detail: 'Single sign-on is not set up' },
  maintenance_not_found: { status: 404, detail: 'Maintenance window not found' },
  report_not_found: { status: 404, detail: 'Report not found' },
  own_report_not_found: { status: 404, detail: 'Report not found' },
  own_report_name_taken: { status: 409, detail: 'This site already has a report with this name' },
  own_report_limit: { status: 409, detail: 'A site can have at most 50 custom reports. Delete one of them.' },
  /** It is still being generated, was canceled, or failed. */
  report_not_ready: { status: 409, detail: 'This report is not ready' },
  report_limit: {
    status: 409,
    detail: 'Too many reports for this site are in progress. Wait for one to finish.',
  },
  model_not_found: { status: 404, detail: 'Model not found' },
  endpoint_not_found: { status: 404, detail: 'Endpoint not found' },
  model_name_taken: { status: 409, detail: 'A model with this name already exists' },
  device_not_claimed: { status: 409, detail: 'The device is in the inventory' },
  mac_taken: { status: 409, detail: 'A device with this hardware address already exists' },
  push_browser_not_found: { status: 404, detail: 'Browser not found' },
  blacklist_entry_not_found: { status: 404, detail: 'Blacklist entry not found' },
  block_not_endable: { status: 409, detail: 'You cannot end this block yourself' },
  subscription_not_found: { status: 404, detail: 'Subscription not found' },
  subscription_limit: {
    status: 409,
    detail: 'An organization can have at most 20,000 subscriptions. Delete some, or combine them.',
  },
  receiver_limit: {
    status: 409,
    detail:
      'The subscriptions of an organization can name at most 1,000,000 recipients in total. Use smaller lists.',
  },
  subscription_name_taken: { status: 409, detail: 'This site already has a subscription with this name' },
  /** The text is the specification's (spec 8). */
  webhook_request_not_found: { status: 404, detail: 'Webhook Request was not found' },
  webhook_request_name_taken: {
    status: 409,
    detail: 'This site already has a webhook request with this name',
  },
  /** `Errors` has a line for each webhook event that uses it. */
  webhook_request_in_use: {
    status: 409,
    detail: 'Webhook events use this request. Change or delete them first.',
  },
  webhook_request_limit: {
    status: 409,
    detail: 'An organization can have at most 1,000 webhook requests. Delete some first.',
  },
  webhook_event_not_found: { status: 404, detail: 'Webhook event not found' },
  webhook_event_name_taken: { status: 409, detail: 'This site already has a webhook event with this name' },
  webhook_event_limit: {
    status: 409,
    detail: 'An organization can have at most 10,000 webhook events. Delete some, or combine them.',
  },
  delivery_not_found: { status: 404, detail: 'Delivery not found' },
  group_name_taken: { status: 409, detail: 'This site already has a device group with this name' },
  critical_message: { status: 409, detail: 'A critical message cannot be dismissed' },
  mail_not_resendable: { status: 409, detail: 'This email cannot be sent again' },
  list_name_taken: { status: 409, detail: 'This site already has a user list with this name' },
  site_name_taken: { status: 409, detail: 'A sub-site with this name already exists' },
  maintenance_ended: { status: 409, detail: 'This maintenance window is over' },
  maintenance_begun: { status: 409, detail: 'This maintenance window has begun. End it instead.' },
  maintenance_not_begun: { status: 409, detail: 'This maintenance window has not begun. Cancel it instead.' },
  alert_ended: { status: 409, detail: 'This alert has ended' },
  /** The user's own site cannot be moved, deactivated or deleted by that user. */
  own_site: { status: 409, detail: 'Only an administrator of a parent site can do this to your own site' },
  site_below_itself: { status: 409, detail: 'A site cannot be moved below itself' },
  /** Another import of the user is being checked, applied or undone. */
  /** A newer file of the same user has replaced it. Nothing of it is kept. */
  import_replaced: {
    status: 410,
    detail: 'You have uploaded another file since. Nothing of this one was applied.',
  },
  import_under_way: { status: 409, detail: 'Another import is still running' },
  /** The import is not in a state that allows this. */
  import_not_ready: { status: 409, detail: 'This is not possible at this stage of the import' },
  import_has_refused_lines: { status: 409, detail: 'Some lines of the file cannot be imported' },
  undo_expired: { status: 409, detail: 'An import can be undone for ten minutes only' },
  keys_already_issued: { status: 409, detail: 'The keys of this import have already been issued' },
  import_too_large: { status: 413, detail: 'The file is larger than 16 MB' },
  /** `Errors` has a line for each kind of record at the site or below it. */
  site_not_empty: { status: 409, detail: 'The site is not empty' },
  payload_too_large: { status: 413, detail: 'The request is too large' },
  unsupported_media_type: { status: 415, detail: 'The content type is not supported' },
  rate_limited: { status: 429, detail: 'Too many requests, try again later' },
  internal_error: { status: 500, detail: 'Something went wrong' },
  overloaded: { status: 503, detail: 'The server is busy, try again shortly' },
  sso_unavailable: {
    status: 503,
    detail: 'Cannot reach the single sign-on provider, try again shortly',
  },
  database_unavailable: { status: 503, detail: 'Cannot reach the database, try again shortly' },
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
  /** The email of that sign-in, if the single sign-on provider supplied it rather than the visitor. */
  Email?: string
  /** With `edit_conflict`: the record as another user saved it. */
  Conflict?: EditConflict
  /** Correlates a response with the server's log. */
  RequestId?: string
}
