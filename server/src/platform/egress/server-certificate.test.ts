import { afterAll, expect, test } from 'vitest'
import { makeTemporaryDirectory } from '../../../test/temporary-directory.ts'
import { startReceiver, untrustedCertificates } from '../../../test/web-receiver.ts'
import { createEgress } from './egress.ts'

const certificates = untrustedCertificates(await makeTemporaryDirectory())
const receivers = {
  selfSigned: await startReceiver(certificates.selfSigned),
  wrongName: await startReceiver(certificates.wrongName),
  expired: await startReceiver(certificates.expired),
  chain: await startReceiver(certificates.chain),
}
afterAll(() => Promise.all(Object.values(receivers).map(({ stop }) => stop())))

type Kind = keyof typeof receivers
const kinds = Object.keys(receivers) as Kind[]
const egress = createEgress(['127.0.0.1'])
const signal = new AbortController().signal
const get = (kind: Kind, pinned?: string) =>
  egress.request(new URL(receivers[kind].origin), { method: 'GET', pinned }, signal)
const see = (kind: Kind) => egress.seeCertificate(new URL(receivers[kind].origin), signal)

test.each(kinds)('a server with an untrusted certificate (%s) gets no request', async (kind) => {
  await expect(get(kind)).rejects.toThrow(/^no answer: /)
  expect(receivers[kind].received).toEqual([])
})

test.each([
  ['selfSigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['wrongName', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['expired', /CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT/],
  ['chain', 'SELF_SIGNED_CERT_IN_CHAIN'],
] as const)(
  'the certificate of %s can be inspected, with the reason why it is not trusted, without a request',
  async (kind, why) => {
    const seen = await see(kind)
    expect(seen.distrust).toMatch(why)
    expect(seen.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    expect(seen.subject).toContain('CN=')
    expect(receivers[kind].received).toEqual([])
  },
)

test.each(['selfSigned', 'wrongName', 'chain'] as const)(
  'a pinned certificate is accepted: %s',
  async (kind) => {
    const { pem } = await see(kind)
    expect(await get(kind, pem)).toMatchObject({ status: 200, isInternal: true })
  },
)

test('a pinned certificate that has expired is refused', async () => {
  const { pem } = await see('expired')
  await expect(get('expired', pem)).rejects.toThrow('no answer: CERT_HAS_EXPIRED')
})

test('a server that presents another certificate than the pinned one gets no request', async () => {
  const { pem } = await see('chain')
  const before = receivers.selfSigned.received.length
  await expect(get('selfSigned', pem)).rejects.toThrow(/^no answer: /)
  await expect(get('selfSigned', certificates.otherSelfSigned.cert)).rejects.toThrow(/^no answer: /)
  // A certificate signed by the pinned one is another one too.
  await expect(get('chain', certificates.selfSigned.cert)).rejects.toThrow(/^no answer: /)
  expect(receivers.selfSigned.received).toHaveLength(before)
})
