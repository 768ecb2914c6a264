import type { Readable } from 'node:stream'
import { columnarType, fromColumnar } from '@eot/contract/columnar-series'
import {
  type Access,
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  isMachineAccess,
  type MachineAccess,
  type ParamsOf,
  type QueryOf,
} from '@eot/contract/endpoint'
import type { ErrorCode } from '@eot/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { cancelReadsOn } from '../db/cancel-reads.ts'
import { idsIn } from '../ids-in.ts'
import { withOrigin } from '../request-origin.ts'
import { accepts } from './accepts.ts'
import { answerBytes } from './answer-bytes.ts'
import { type FileFormat, fileFormats, fileNameOf } from './answer-files.ts'
import { type AnswerTable, type ReadTable, tableOf } from './answer-table.ts'
import type { LimitCalls } from './call-limits.ts'
import { clientAddress } from './client-address.ts'
import { sendKept } from './compressed-responses.ts'
import { answerTimeoutMs, bodyLimitBytes } from './http-server.ts'
import { KeptAnswer } from './kept-answers.ts'
import { parseInput } from './request-input.ts'

type Unsigned = 'public' | MachineAccess

export interface Call<E extends Endpoint, Caller> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Null if the endpoint is public, or for machines that the route authenticates itself. */
  caller: E['access'] extends Unsigned ? null : Caller
  /** Its `body` is the unread stream if the endpoint `streams`. */
  request: FastifyRequest
  reply: FastifyReply
}

/** The route's result. Text may be a stream; an endpoint without a response body returns nothing. */
type Answer<E extends Endpoint> = [AnswerOf<E>] extends [undefined]
  ? Promise<void>
  : Promise<AnswerOf<E> extends string ? string | Readable : AnswerOf<E> | KeptAnswer<AnswerOf<E>>>

/** Mounts one endpoint of the contract. The route receives only authorized and valid requests. */
export type Serve<Caller> = <E extends Endpoint>(
  endpoint: E,
  route: (call: Call<E, Caller>) => Answer<E>,
) => void

export interface AccessRules<Caller> {
  /** Returns the caller with this bearer token; null if the token is invalid. */
  authenticate(token: string): Promise<Caller | null>
  /** Returns the reason why the caller may not use an endpoint with this `access`; undefined if they may. */
  findRefusal(caller: Caller, access: Exclude<Access, Unsigned>): ErrorCode | undefined
  /** Called for every refused request of a signed-in user, before the response is sent. */
  noteRefusal?(caller: Caller, attempt: Attempt): Promise<void>
}

export interface Attempt {
  /** Method and path as in the contract, for example `PUT /alerts/:id`. */
  call: string
  code: ErrorCode
  /** The ids in the request, at most five. */
  ids: string[]
}

interface ServeOptions<Caller> extends AccessRules<Caller> {
  limit: LimitCalls
  /** Whether responses are validated against the contract, as in development and tests. */
  checkAnswers: boolean
}

const answerStreamMs = 10 * 60_000
const bodyStreamMs = 15_000
/** Public endpoints only accept forms with a few fields. */
const publicBodyBytes = 16 * 1024

export function createServe<Caller>(
  server: FastifyInstance,
  { authenticate, findRefusal, noteRefusal, limit, checkAnswers }: ServeOptions<Caller>,
): Serve<Caller> {
  const callers = new WeakMap<FastifyRequest, Caller>()

  async function admit(endpoint: Endpoint, request: FastifyRequest): Promise<void> {
    const { access, rate } = endpoint
    if (rate) limit(rate, clientAddress(request))
    if (access === 'public' || isMachineAccess(access)) return
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
    /** Parses an admitted request, and passes it to the route. A refusal is recorded. */
    async function run(
      request: FastifyRequest,
      reply: FastifyReply,
      work: (call: CallOf) => Promise<unknown>,
    ) {
      const input = parseInput(endpoint, request)
      const call = { ...input, caller: callers.get(request) ?? null, request, reply }
      // The input was just parsed and the caller admitted, so the types of this endpoint hold.
      const answer = () => work(call as CallOf)
      return withOrigin(clientAddress(request), () =>
        // Nobody waits for the answer after the client has disconnected, or the time limit is exceeded.
        (endpoint.method === 'GET' ? cancelReadsOn(request.signal, answer) : answer()).catch(
          async (error: unknown) => {
            throw await noted(endpoint, request, error)
          },
        ),
      )
    }
    type CallOf = Call<typeof endpoint, Caller>

    const mount = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        handlerTimeout: timeoutOf(endpoint),
        bodyLimit: endpoint.access === 'public' ? publicBodyBytes : bodyLimitBytes,
        // Runs before the body is read, so that refused requests cost as little as possible.
        onRequest: (request) => withOrigin(clientAddress(request), () => admit(endpoint, request)),
        handler: async (request, reply) => {
          if (endpoint.streams) request.body ??= request.raw
          // The default status; a route may set another one.
          reply.code(endpoint.status)
          return send(endpoint, await run(request, reply, route), reply)
        },
      })
    const mountFile = (table: AnswerTable, ending: string, { mediaType, write }: FileFormat) =>
      server.route({
        method: endpoint.method,
        url: `/api${endpoint.path}.${ending}`,
        handlerTimeout: answerStreamMs,
        onRequest: (request) => withOrigin(clientAddress(request), () => admit(endpoint, request)),
        handler: async (request, reply) => {
          const read = await run(request, reply, (call) =>
            table.read(call.query as object, (query) => route({ ...call, query } as CallOf)),
          )
          const { columns, rows } = read as ReadTable // as `read` of the table returns it
          reply.header('content-disposition', `attachment; filename="${fileNameOf(endpoint)}.${ending}"`)
          return reply.type(mediaType).send(write(columns, rows))
        },
      })
    if (endpoint.streams) server.register(async (scope) => void mount(unparsed(scope, endpoint.streams)))
    else mount(server)
    const table = tableOf(endpoint)
    if (!table) return
    for (const [ending, format] of Object.entries(fileFormats)) mountFile(table, ending, format)
  }

  async function send(endpoint: Endpoint, answer: unknown, reply: FastifyReply): Promise<FastifyReply> {
    if (endpoint.status === 204) return reply.send()
    if (endpoint.produces === 'text/csv') reply.type('text/csv; charset=utf-8')
    else if (endpoint.produces) reply.type(endpoint.produces)
    if (endpoint.produces) return reply.send(answer)
    const acceptsColumnar = accepts(reply.request.headers.accept, columnarType)
    const { bytes, isColumnar } =
      answer instanceof KeptAnswer
        ? { bytes: answer.bytes, isColumnar: false }
        : await answerBytes(answer, acceptsColumnar)
    if (checkAnswers) {
      const read: unknown = JSON.parse(bytes.toString())
      endpoint.answer.parse(isColumnar ? fromColumnar(read) : read)
    }
    reply.type(`${isColumnar ? columnarType : 'application/json'}; charset=utf-8`)
    return answer instanceof KeptAnswer ? sendKept(reply, answer) : reply.send(bytes)
  }
}

/** Returns the token of an `Authorization: Bearer` header. */
export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Streams get more time, since they take as long as the other side needs. */
function timeoutOf(endpoint: Endpoint): number {
  if (endpoint.produces) return answerStreamMs
  return endpoint.streams ? bodyStreamMs + answerTimeoutMs : answerTimeoutMs
}

function unparsed(scope: FastifyInstance, mediaType: string | undefined): FastifyInstance {
  scope.removeAllContentTypeParsers()
  if (mediaType) scope.addContentTypeParser(mediaType, (_request, payload, done) => done(null, payload))
  return scope
}
