import { type ErrorCode, errors, type Problem } from '@eot/contract/errors'

export interface ErrorDetails {
  errors?: { Path: string; Message: string }[]
  /** Token that continues an incomplete sign-in. */
  sessionToken?: string
  /** Email of the user who is signing in, for clients that do not know it. */
  email?: string
  /** The record as another user saved it. */
  conflict?: Problem['Conflict']
  /** When to retry after a temporary failure, in seconds. */
  retryAfterSeconds?: number
}

/** An expected failure: the client receives its code and text, and it is not logged as a bug. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(errors[code].detail, options)
    this.code = code
    this.details = details
  }
}

/** Returns the value, or throws an `AppError` with this code if it is undefined. */
export function found<T>(value: T | undefined, code: ErrorCode): T {
  if (value === undefined) throw new AppError(code)
  return value
}

/** Returns the error for a request with one invalid field. */
export function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', { errors: [{ Path: path, Message: message }] })
}
