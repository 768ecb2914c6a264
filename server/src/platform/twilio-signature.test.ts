import { expect, test } from 'vitest'
import { isSignedByTwilio } from './twilio-signature.ts'

const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
/** The example of Twilio's documentation. */
const fields = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
}
const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8='

test.each([
  ['the example of the documentation', '12345', url, fields, signature, true],
  ['another token', '12346', url, fields, signature, false],
  ['another address', '12345', url.replace('foo=1', 'foo=2'), fields, signature, false],
  ['another field', '12345', url, { ...fields, To: '+18005551213' }, signature, false],
  ['one more field', '12345', url, { ...fields, Extra: '' }, signature, false],
  ['no signature', '12345', url, fields, '', false],
  ['a short signature', '12345', url, fields, 'RSOYDt4T', false],
])('%s: accepted %5$s', (_title, token, address, given, sign, expected) => {
  expect(isSignedByTwilio(token, address, new URLSearchParams(given), sign)).toBe(expected)
})
