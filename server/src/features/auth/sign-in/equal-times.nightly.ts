import { auth } from '@eot/contract/auth'
import type { Endpoint } from '@eot/contract/endpoint'
import { expect, test } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'

const { call, db, make } = await testApp()
const pairs = 500
const warmUp = 20
/**
 * On a busy machine, medians of the same requests differ by more. Work that could reveal something takes a fifth of the time or
 * more.
 */
const largestGap = { ms: 2, share: 0.05 }

const known = await make.user()
const unknownEmail = 'nobody.at.all@example.org'
const claimed = await make.device()

type Ask = { endpoint: Endpoint; body: (isKnown: boolean, device: MadeDevice) => object; needsDevice?: true }

const emailOf = (isKnown: boolean) => (isKnown ? known.email : unknownEmail)
const calls: Record<string, Ask> = {
  login: {
    endpoint: auth.login,
    body: (isKnown) => ({ Email: emailOf(isKnown), Password: 'a wrong password' }),
  },
  reset: { endpoint: auth.reset, body: (isKnown) => ({ Email: emailOf(isKnown) }) },
  resend: { endpoint: auth.resend, body: (isKnown) => ({ Email: emailOf(isKnown) }) },
  verifyuser: { endpoint: auth.verifyUser, body: (isKnown) => ({ Email: emailOf(isKnown) }) },
  verifydevice: {
    endpoint: auth.verifyDevice,
    body: (isKnown) => ({ MacAddress: isKnown ? claimed.mac : 'AA:BB:CC:DD:EE:FF' }),
  },
  registersite: {
    endpoint: auth.registerSite,
    needsDevice: true,
    body: (isKnown, device) => ({
      MacAddress: device.mac,
      FullName: 'Ann',
      Email: isKnown ? known.email : `${device.mac.replaceAll(':', '')}@example.org`,
      Name: `Site ${device.mac}`,
      TimeZone: 'Europe/Berlin',
    }),
  },
}

test.each(Object.entries(calls))(
  'the response time of %s does not reveal whether the account exists',
  { timeout: 600_000 },
  async (_name, { endpoint, body, needsDevice }) => {
    const times: Record<string, number[]> = { known: [], unknown: [] }
    const answers = new Set<string>()
    for (let n = -warmUp; n < pairs; n++) {
      // Alternates which one goes first, so that neither is favored.
      for (const isKnown of n % 2 ? [true, false] : [false, true]) {
        const device = needsDevice ? await make.device({ site: null }) : claimed
        const startedAt = performance.now()
        const { status, text } = await call<Endpoint>(endpoint, { body: body(isKnown, device) })
        if (n >= 0) times[isKnown ? 'known' : 'unknown']?.push(performance.now() - startedAt)
        answers.add(`${status} ${text}`)
      }
      await db.deleteFrom('sign_in_failure').execute()
      await db.deleteFrom('message').execute()
    }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    expect(answers.size).toBe(1)
    expect(Math.abs(known - unknown)).toBeLessThanOrEqual(
      Math.max(largestGap.ms, largestGap.share * Math.max(known, unknown)),
    )
  },
)

function median(times: number[] = []): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
