import { type ErrorCode, errors, type Problem } from '@eot/contract/errors'
import type { ErrorDetails } from '../app-error.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** Returns the body of an error response (RFC 9457). */
export function toProblem(code: ErrorCode, details: ErrorDetails, requestId?: string): Problem {
  const { status, detail } = errors[code]
  return {
    type: `urn:eot:error:${code}`,
    title: detail,
    status,
    ErrorCode: code,
    ErrorDetail: detail,
    ...(details.errors && { Errors: details.errors }),
    ...(details.sessionToken && { SessionToken: details.sessionToken }),
    ...(details.email && { Email: details.email }),
    ...(details.conflict && { Conflict: details.conflict }),
    ...(requestId && { RequestId: requestId }),
  }
}
