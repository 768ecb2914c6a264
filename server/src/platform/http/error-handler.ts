import { type ErrorCode, errors } from '@eot/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { QueueFull } from '../bounded-queue.ts'
import { databaseFailure, isUnstorableText } from '../db/database-failure.ts'
import { problemType, toProblem } from './problem.ts'

/** Turns every error into a response. An unexpected error is logged, and its response gives no details. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error)
  const { status } = errors[refusal.code]
  // Reads are canceled when the client disconnects, which is not a failure.
  if (request.signal.aborted && error === request.signal.reason)
    request.log.debug({ err: error }, 'the client has disconnected')
  else if (refusal.code === 'internal_error')
    request.log.error({ err: error }, 'a request failed unexpectedly')
  else if (status === 503 && !request.raw.destroyed)
    request.log.warn({ err: error }, 'a request could not be processed')
  if (status === 429 || status === 503)
    reply.header('retry-after', String(refusal.details.retryAfterSeconds ?? 2))
  // Without a request id below 500, the responses for a foreign and a missing record are identical.
  const requestId = status >= 500 ? request.id : undefined
  reply.code(status).type(problemType)
  // As bytes, so that the endpoint's own serializer is not applied to an error.
  reply.send(Buffer.from(JSON.stringify(toProblem(refusal.code, refusal.details, requestId))))
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof QueueFull) return new AppError('rate_limited', { retryAfterSeconds: 1 })
  const database = databaseFailure(error)
  if (database) return new AppError(database === 'busy' ? 'overloaded' : 'database_unavailable')
  if (isUnstorableText(error)) return new AppError('invalid_request')
  return new AppError(frameworkRefusal(error) ?? 'internal_error')
}

/** Maps errors of the HTTP framework itself, thrown before a route is reached. */
function frameworkRefusal(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number')
    return undefined
  if ('code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT') return 'overloaded'
  if (error.statusCode === 404) return 'endpoint_not_found'
  if (error.statusCode === 413) return 'payload_too_large'
  if (error.statusCode === 415) return 'unsupported_media_type'
  return error.statusCode >= 400 && error.statusCode < 500 ? 'invalid_request' : undefined
}
