import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddress, forwardedAddress } from './client-address.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8::1]:51234', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['127.evil', '10.0.0.1'],
  ['127.0.0.1.evil.example', '10.0.0.1'],
  ['999.1.1.1:80', '10.0.0.1'],
  ['unknown', '10.0.0.1'],
  ['', '10.0.0.1'],
])('a trusted proxy that reports %j as the client yields %s', (ip, address) => {
  expect(clientAddress({ ip, socket: { remoteAddress: '10.0.0.1' } })).toBe(address)
})

test.each([
  ['192.0.2.1', '203.0.113.9', '192.0.2.1'],
  ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['10.0.0.1', 'nonsense', '10.0.0.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
])(
  'the client address of a request from %s, forwarded for %s, is %s',
  (remoteAddress, forwarded, address) => {
    const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }
    const isProxy = (one: string) => one.startsWith('10.')
    expect(forwardedAddress(request as unknown as IncomingMessage, isProxy)).toBe(address)
  },
)
