import { type ErrorCode, errors } from '@eot/contract/errors'

export interface ErrorDetails {
  errors?: { Path: string; Message: string }[]
  /** Continues a sign-in that is not complete. */
  sessionToken?: string
  /** Whose sign-in that is, for whoever cannot know. */
  email?: string
  /** When to come back, for what passes by itself. */
  retryAfterSeconds?: number
}

/** A failure that is expected: the caller is told its code and text, and nothing is logged as a bug. */
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

/** The value, or the refusal `code` where there is none. */
export function found<T>(value: T | undefined, code: ErrorCode): T {
  if (value === undefined) throw new AppError(code)
  return value
}

/** A request that is refused for one of its fields. */
export function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', { errors: [{ Path: path, Message: message }] })
}
