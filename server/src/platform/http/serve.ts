import type { Readable } from 'node:stream'
import type { Access, AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@eot/contract/endpoint'
import type { ErrorCode } from '@eot/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { idsIn } from '../ids-in.ts'
import type { LimitCalls } from './call-limits.ts'
import { clientAddress } from './client-address.ts'
import { answerTimeoutMs, bodyLimitBytes } from './http-server.ts'
import { parseInput } from './request-input.ts'

type Unsigned = 'public' | 'device' | 'gateway'

export interface Call<E extends Endpoint, Caller> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Null where the endpoint is open to anyone, or to machines that the route itself recognises. */
  caller: E['access'] extends Unsigned ? null : Caller
  /** Its `body` is the unread stream where the endpoint `streams`. */
  request: FastifyRequest
  reply: FastifyReply
}

/** A text answer may be written while it is made; where there is none, nothing is returned. */
type Answer<E extends Endpoint> = [AnswerOf<E>] extends [undefined]
  ? Promise<void>
  : Promise<AnswerOf<E> extends string ? string | Readable : AnswerOf<E>>

/** Mounts one endpoint of the contract; the route sees only calls that are permitted and valid. */
export type Serve<Caller> = <E extends Endpoint>(
  endpoint: E,
  route: (call: Call<E, Caller>) => Answer<E>,
) => void

export interface AccessRules<Caller> {
  /** Who holds this bearer token; null when it is not valid. */
  authenticate(token: string): Promise<Caller | null>
  /** Why this caller may not call what is open to `access`; undefined: they may. */
  findRefusal(caller: Caller, access: Exclude<Access, Unsigned>): ErrorCode | undefined
  /** Told of every refusal of somebody who is signed in, before it is answered. */
  noteRefusal?(caller: Caller, attempt: Attempt): Promise<void>
}

export interface Attempt {
  /** As the contract has it: `PUT /alerts/:id`. */
  call: string
  code: ErrorCode
  /** All that the request named. */
  ids: string[]
}

interface ServeOptions<Caller> extends AccessRules<Caller> {
  limit: LimitCalls
  /** Whether answers are compared with the contract before they are sent: in development and tests. */
  checkAnswers: boolean
}

const answerStreamMs = 10 * 60_000
const bodyStreamMs = 15_000
/** What anyone may send: forms of a few fields. */
const publicBodyBytes = 16 * 1024

export function createServe<Caller>(
  server: FastifyInstance,
  { authenticate, findRefusal, noteRefusal, limit, checkAnswers }: ServeOptions<Caller>,
): Serve<Caller> {
  const callers = new WeakMap<FastifyRequest, Caller>()

  async function admit(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    const { access, rate } = endpoint
    if (rate) limit(rate, clientAddress(request))
    if (access === 'public' || access === 'device' || access === 'gateway') return
    const token = bearerToken(request)
    const caller = token === undefined ? null : await authenticate(token)
    if (!caller) throw new AppError('invalid_access_token')
    callers.set(request, caller)
    const refusal = findRefusal(caller, access)
    if (refusal) throw await noted(endpoint, request, new AppError(refusal))
  }

  async function noted(endpoint: Endpoint, request: FastifyRequest, error: unknown): Promise<unknown> {
    const caller = callers.get(request)
    if (caller && error instanceof AppError)
      await noteRefusal?.(caller, {
        call: `${endpoint.method} ${endpoint.path}`,
        code: error.code,
        ids: idsIn(request.params, request.query, request.body),
      })
    return error
  }

  return (endpoint, route) => {
    const mount = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        handlerTimeout: timeoutOf(endpoint),
        bodyLimit: endpoint.access === 'public' ? publicBodyBytes : bodyLimitBytes,
        // Before the body is read: nobody makes the program read what they may not send, or send that often.
        onRequest: (request) => admit(endpoint, request),
        handler: async (request, reply) => {
          if (endpoint.streams) request.body ??= request.raw
          // A route may answer with another status than the usual one.
          reply.code(endpoint.status)
          const input = parseInput(endpoint, request)
          const call = { ...input, caller: callers.get(request) ?? null, request, reply }
          // Parsed and admitted just above: what the types of this endpoint say of them holds.
          const answer = await route(call as Call<typeof endpoint, Caller>).catch(async (error: unknown) => {
            throw await noted(endpoint, request, error)
          })
          return send(endpoint, answer, reply)
        },
      })
    if (endpoint.streams) server.register(async (scope) => void mount(unparsed(scope, endpoint.streams)))
    else mount(server)
  }

  function send(endpoint: Endpoint, answer: unknown, reply: FastifyReply): FastifyReply {
    if (endpoint.status === 204) return reply.send()
    if (endpoint.produces) return reply.type(`${endpoint.produces}; charset=utf-8`).send(answer)
    const text = JSON.stringify(answer)
    if (checkAnswers) endpoint.answer.parse(JSON.parse(text))
    return reply.type('application/json; charset=utf-8').send(text)
  }
}

/** The token of an `Authorization: Bearer` header. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The database ends its own part in time; streams take as long as the other side does, within reason. */
function timeoutOf(endpoint: Endpoint): number {
  if (endpoint.produces) return answerStreamMs
  return endpoint.streams ? bodyStreamMs + answerTimeoutMs : answerTimeoutMs
}

function unparsed(scope: FastifyInstance, mediaType: string | undefined): FastifyInstance {
  scope.removeAllContentTypeParsers()
  if (mediaType) scope.addContentTypeParser(mediaType, (_request, payload, done) => done(null, payload))
  return scope
}
