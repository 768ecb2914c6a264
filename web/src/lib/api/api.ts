import { auth, type Tokens } from '@eot/contract/auth'
import { columnarType, fromColumnar } from '@eot/contract/columnar-series'
import { constants } from '@eot/contract/constants'
import type { AnswerOf, Endpoint, QueryOf, RequestOf } from '@eot/contract/endpoint'
import { answerOf } from './answer.ts'
import { offlineError, problemError, timeoutError } from './api-error.ts'
import { type EarlyContent, takeEarlyAnswer, takeEarlyContent } from './early-answers.ts'
import { queryString } from './query-string.ts'
import { atOnce, exclusively, refreshTokens, type Turn } from './refresh-tokens.ts'
import { ownTokens, readTokens, renewTokens } from './tokens.ts'

type Query<E> = QueryOf<E> extends undefined ? never : { [K in keyof QueryOf<E>]?: QueryOf<E>[K] | undefined }
type Given<E extends Endpoint> = {
  params: RequestOf<E>['params']
  body: RequestOf<E>['body']
}
/** The parts of a request that the endpoint declares. All query parameters are optional. */
export type CallRequest<E extends Endpoint> = {
  [K in keyof Given<E> as Given<E>[K] extends undefined ? never : K]: Given<E>[K]
} & { query?: Query<E> }

/** Optional if the endpoint takes neither parameters nor a body. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallRequest<E>
    ? [request?: CallRequest<E>, options?: CallOptions]
    : [request: CallRequest<E>, options?: CallOptions]

export interface CallOptions {
  signal?: AbortSignal
  /** Used instead of the stored token: when a session ends, its last request is sent after the tokens were deleted. */
  token?: string
  /** Overrides the default timeout, for a call that waits for another server. */
  timeoutMs?: number
  /** How a refresh waits its turn. Only for requests that already have the turn. */
  turn?: Turn
}

/** The server waits 15 s for a file. */
const uploadTimeoutMs = 30_000

interface LooseRequest {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * Sends a request and returns its response. Throws an ApiError for any failure. Refreshes an expired token once (spec
 * 4).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[request, options]: CallArguments<E>
): Promise<AnswerOf<E>> {
  const read = endpoint.produces ? readText : readData
  return (await callForData(endpoint, request as LooseRequest | undefined, read, options)) as AnswerOf<E> // the server's tests check it against the contract
}

/**
 * A request that ends all sessions of the user and returns the tokens of a new one. Refreshes in all tabs wait for
 * it: a refresh with the old token in the meantime would be refused and sign the user out.
 */
export function callForTokens<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
  tokensOf: (answer: AnswerOf<E>) => Tokens,
): Promise<AnswerOf<E>> {
  return exclusively(async () => {
    const answer = await call(endpoint, ...([request, { turn: atOnce }] as unknown as CallArguments<E>)) // the two tuples differ only in the options
    renewTokens(tokensOf(answer))
    return answer
  })
}

/** Uploads a file to an endpoint that streams it. Takes longer than other requests, depending on the connection. */
export async function callWithFile<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
  file: Blob,
): Promise<AnswerOf<E>> {
  const sent = { ...(request as LooseRequest), body: file }
  return (await callForData(endpoint, sent, readData)) as AnswerOf<E> // the server's tests check it against the contract
}

export async function callForBlob<E extends Endpoint>(
  endpoint: E,
  ...[request, options]: CallArguments<E>
): Promise<Blob> {
  return (await callForData(endpoint, request as LooseRequest | undefined, readBlob, options)) as Blob // read as one
}

/** Downloads all rows of a list as a file, with the same filters. */
export async function callForFile(
  endpoint: Endpoint,
  request: object,
  ending: 'csv' | 'parquet',
): Promise<Blob> {
  const file = { ...endpoint, path: `${endpoint.path}.${ending}`, produces: 'text/csv' } as const
  return (await callForData(file, request as LooseRequest, readBlob)) as Blob // read as one
}

/** Like CallArguments, without options. */
export type UrlArguments<E extends Endpoint> =
  Record<never, never> extends CallRequest<E> ? [request?: CallRequest<E>] : [request: CallRequest<E>]

/** The URL of a read-only request. */
export function urlOf<E extends Endpoint>(endpoint: E, ...[request]: UrlArguments<E>): string {
  return addressOf(endpoint, request as LooseRequest | undefined)
}

/** Returns the response to a read made while the app was loading. undefined: it was not requested, or has not arrived. */
export const takeEarly = <E extends Endpoint>(
  endpoint: E,
  ...request: UrlArguments<E>
): EarlyContent | undefined => takeEarlyContent(urlOf(endpoint, ...request), tokenFor(endpoint, readTokens))

type Read = (response: Response) => Promise<unknown>

/** Without a body if the contract declares none. */
const readData: Read = async (response) => {
  if (response.status === 204) return undefined
  const data: unknown = await response.json()
  return response.headers.get('content-type')?.startsWith(columnarType) ? fromColumnar(data) : data
}
const readText: Read = (response) => response.text()
const readBlob: Read = (response) => response.blob()

/** Returns the data of a successful response. Throws an ApiError for any other. */
async function callForData(
  endpoint: Endpoint,
  request: LooseRequest = {},
  read: Read = readData,
  { signal, token = tokenFor(endpoint), timeoutMs, turn }: CallOptions = {},
): Promise<unknown> {
  const waiting = { signal, timeoutMs }
  let response = await send(endpoint, request, token, waiting)
  if (response.status === 401 && token && endpoint.path !== auth.logout.path) {
    const outcome = await refreshTokens(
      token,
      (tokens) => send(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } }, tokens.AccessToken),
      turn,
    )
    if (outcome.kind === 'unreachable') throw outcome.error
    if (outcome.kind === 'fresh')
      response = await send(endpoint, request, outcome.tokens.AccessToken, waiting)
  }
  const answer = await answerOf(response, read)
  if (!answer.isSuccess) throw problemError(answer)
  return answer.data
}

const tokenFor = (endpoint: Endpoint, read = ownTokens) =>
  needsToken(endpoint) ? read()?.AccessToken : undefined

/** Auth requests are sent without a token, except those that act on one (spec 7). */
function needsToken(endpoint: Endpoint): boolean {
  return (
    !endpoint.path.startsWith('/auth/') ||
    endpoint.path === auth.refresh.path ||
    endpoint.path === auth.logout.path
  )
}

async function send(
  endpoint: Endpoint,
  request: LooseRequest,
  token: string | undefined,
  { signal, timeoutMs }: { signal?: AbortSignal | undefined; timeoutMs?: number | undefined } = {},
): Promise<Response> {
  const url = addressOf(endpoint, request)
  const early = endpoint.method === 'GET' ? takeEarlyAnswer(url, token) : undefined
  // A failed early request is not reported; requesting again shows whether it still fails.
  const known = await early?.catch(() => undefined)
  if (known) return known
  const timeout = AbortSignal.timeout(
    timeoutMs ?? (endpoint.streams ? uploadTimeoutMs : constants.httpTimeoutMs),
  )
  const headers = new Headers({ accept: endpoint.produces ?? `application/json, ${columnarType}` })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (request.body !== undefined) headers.set('content-type', endpoint.streams ?? 'application/json')
  try {
    return await fetch(url, {
      method: endpoint.method,
      headers,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // Ends the session on the server even if the tab is closed at once.
      keepalive: endpoint.path === auth.logout.path,
      ...(request.body === undefined ? {} : { body: bodyOf(request.body) }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    if (timeout.aborted) throw timeoutError()
    if (error instanceof TypeError) throw offlineError()
    throw error
  }
}

const bodyOf = (body: unknown) => (body instanceof Blob ? body : JSON.stringify(body))

const addressOf = (endpoint: Endpoint, { params, query }: LooseRequest = {}) =>
  `/api${pathOf(endpoint, params)}${queryString(query)}`

function pathOf(endpoint: Endpoint, params: Record<string, string> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
