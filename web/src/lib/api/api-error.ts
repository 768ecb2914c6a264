import type { ErrorCode, Problem } from '@eot/contract/errors'

/** Every failed call ends as one of these; status 0 means that no answer could be reached at all. */
export class ApiError extends Error {
  readonly status: number
  /** The contract's code; 504 when the server did not answer in time; 'offline' without a connection. */
  readonly code: ErrorCode | 504 | 'offline' | 'unknown'
  readonly detail: string
  readonly errors: { Path: string; Message: string }[]
  readonly sessionToken: string | undefined
  /** Whose sign-in the session token continues, where the visitor did not say. */
  readonly email: string | undefined
  readonly requestId: string | undefined

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
  }
}

export function problemError(status: number, answer: unknown): ApiError {
  const problem = isProblem(answer) ? answer : {}
  const detail = problem.ErrorDetail ?? problem.title ?? `HTTP ${status}`
  return new ApiError(status, problem.ErrorCode ?? 'unknown', detail, problem)
}

/** What a call answers with when ten seconds passed without an answer (spec 4). */
const timeoutAnswer = { ErrorCode: 504, message: 'Timeout' } as const

export const timeoutError = () => new ApiError(504, timeoutAnswer.ErrorCode, timeoutAnswer.message)
export const offlineError = () => new ApiError(0, 'offline', 'The server cannot be reached')

/** Whether trying the same call again may succeed without anything else being changed. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502 || error.status === 429)
}

function isProblem(answer: unknown): answer is Partial<Problem> {
  return typeof answer === 'object' && answer !== null
}
