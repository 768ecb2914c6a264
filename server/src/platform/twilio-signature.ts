import { createHmac } from 'node:crypto'
import { isEqual } from './standard-webhook.ts'

/**
 * Returns whether Twilio signed a form: HMAC-SHA1, by the auth token of the account, of the full address followed by the names
 * and values of all fields in the order of their names. Source: Twilio, Webhooks security.
 */
export function isSignedByTwilio(
  authToken: string,
  url: string,
  fields: URLSearchParams,
  signature: string,
): boolean {
  const names = [...new Set(fields.keys())].sort()
  const signed = names.reduce(
    (text, name) =>
      text +
      fields
        .getAll(name)
        .map((value) => name + value)
        .join(''),
    url,
  )
  const expected = createHmac('sha1', authToken).update(signed).digest()
  return isEqual(Buffer.from(signature, 'base64'), expected)
}
