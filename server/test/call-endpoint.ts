import type { AnswerOf, Endpoint, RequestOf } from '@eot/contract/endpoint'

export type Asked<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body']?: RequestOf<E>[Part] | undefined
}

/** Returns the path and query string of a request. */
export function urlOf(endpoint: Endpoint, params: object = {}, query: object = {}): string {
  const path = Object.entries(params).reduce(
    (text, [name, value]) => text.replace(`:${name}`, String(value)),
    endpoint.path,
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

/** Sends a request to the program at `origin`. Throws the response if it has another status than the endpoint's. */
export async function callEndpoint<E extends Endpoint>(
  origin: string,
  token: string | undefined,
  endpoint: E,
  { params, query, body }: Asked<E> = {},
): Promise<AnswerOf<E>> {
  const path = urlOf(endpoint, params ?? {}, query ?? {})
  const response = await fetch(origin + path, {
    method: endpoint.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== endpoint.status) {
    throw new Error(`${endpoint.method} ${path} answered ${response.status}: ${text}`)
  }
  return JSON.parse(text || 'null')
}
