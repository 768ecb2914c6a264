import { auth } from '@eot/contract/auth'
import type { AnswerOf, Endpoint, RequestOf } from '@eot/contract/endpoint'
import { administrator } from './portal.ts'

type Asked<E extends Endpoint> = { [Part in 'params' | 'query' | 'body']?: RequestOf<E>[Part] }

export type Ask = <E extends Endpoint>(endpoint: E, asked?: Asked<E>) => Promise<AnswerOf<E>>

/** Calls the API as somebody signed in; throws what the portal answered when it refuses. */
export async function signInToApi(url: string, { email, password } = administrator): Promise<Ask> {
  const { AccessToken } = await ask(url, auth.login, { body: { Email: email, Password: password } })
  return (endpoint, asked) => ask(url, endpoint, asked, AccessToken)
}

async function ask<E extends Endpoint>(
  url: string,
  endpoint: E,
  { params, query, body }: Asked<E> = {},
  token?: string,
): Promise<AnswerOf<E>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    String(Reflect.get(Object(params), name)),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  const response = await fetch(`${url}/api${path}?${search}`, {
    method: endpoint.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${endpoint.method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}
