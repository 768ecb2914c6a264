import { auth } from '@eot/contract/auth'
import type { AnswerOf, Endpoint } from '@eot/contract/endpoint'
import { type Asked, callEndpoint } from '@eot/server/test/call-endpoint'
import { administrator } from './portal.ts'

export type Ask = <E extends Endpoint>(endpoint: E, asked?: Asked<E>) => Promise<AnswerOf<E>>

/** Calls the API as a signed-in user; throws with the response if it is an error. */
export async function signInToApi(url: string, { email, password } = administrator): Promise<Ask> {
  const body = { Email: email, Password: password }
  const { AccessToken } = await callEndpoint(url, undefined, auth.login, { body })
  return (endpoint, asked) => callEndpoint(url, AccessToken, endpoint, asked)
}
