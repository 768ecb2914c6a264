import { expect, test } from 'vitest'
import { digestAuthorization } from './digest-auth.ts'

/** The example of RFC 7616, section 3.9.1. */
const asked = {
  method: 'GET',
  uri: '/dir/index.html',
  username: 'Mufasa',
  password: 'Circle of Life',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
}
const challenge = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('the example of RFC 7616 with %s', (algorithm, response) => {
  const header = digestAuthorization(challenge(algorithm), asked)
  expect(header).toContain(`response="${response}"`)
  expect(header).toContain('qop=auth, nc=00000001')
})

test('the best of several challenges is used', () => {
  const header = digestAuthorization(`${challenge('MD5')}, ${challenge('SHA-256')}, Basic realm="x"`, asked)
  expect(header).toContain('algorithm=SHA-256')
})

test('the example of RFC 2069, which has no qop', () => {
  const header = digestAuthorization(
    'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"',
    { ...asked, password: 'CircleOfLife', cnonce: '' },
  )
  expect(header).toContain('response="1949323746fe6a43ef61f9606e7febea"')
})

test.each(['Basic realm="x"', 'Digest qop="auth-int", nonce="a"', 'Digest algorithm=SHA-512-256, nonce="a"'])(
  '%s gets no response',
  (header) => {
    expect(digestAuthorization(header, asked)).toBeUndefined()
  },
)

test('escaped quotes do not end a name', () => {
  const header = digestAuthorization('Digest realm="a\\"b", nonce="n"', { ...asked, username: 'x", y="z' })
  expect(header).toContain('username="x\\", y=\\"z", realm="a\\"b"')
})
