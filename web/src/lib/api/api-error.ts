import type { ErrorCode, Problem } from '@eot/contract/errors'

/** The error of every failed request. Status 0: the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  /** The contract's error code. 504: the server did not respond in time. 'offline': no connection. */
  readonly code: ErrorCode | 504 | 'offline' | 'unknown'
  readonly detail: string
  readonly errors: { Path: string; Message: string }[]
  readonly sessionToken: string | undefined
  /** The email of the sign-in that the session token continues, if the visitor did not give one. */
  readonly email: string | undefined
  readonly requestId: string | undefined
  /** With `edit_conflict`: the record as another user saved it. */
  readonly conflict: Problem['Conflict'] | undefined

  constructor(status: number, code: ApiError['code'], detail: string, problem?: Partial<Problem>) {
    super(detail)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = problem?.Errors ?? []
    this.sessionToken = problem?.SessionToken
    this.email = problem?.Email
    this.requestId = problem?.RequestId
    this.conflict = problem?.Conflict
  }
}

export function problemError({ status, data }: { status: number; data: unknown }): ApiError {
  const problem = isProblem(data) ? data : {}
  const detail = problem.ErrorDetail ?? problem.title ?? `HTTP ${status}`
  return new ApiError(status, problem.ErrorCode ?? 'unknown', detail, problem)
}

/** The synthetic response when a request times out after ten seconds (spec 4). */
const timeoutAnswer = { ErrorCode: 504, message: 'Timeout' } as const

export const timeoutError = () => new ApiError(504, timeoutAnswer.ErrorCode, timeoutAnswer.message)
export const offlineError = () => new ApiError(0, 'offline', 'The server cannot be reached')

/** Whether the same request may succeed if retried unchanged. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502 || error.status === 429)
}

function isProblem(answer: unknown): answer is Partial<Problem> {
  return typeof answer === 'object' && answer !== null
}
