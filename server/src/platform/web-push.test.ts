import { createECDH } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { RetryLater } from './jobs/job-run.ts'
import { createPlaces } from './places.ts'
import { limitPerService, mostUnderWay, pushKeys } from './web-push.ts'

test('the keys are derived from the secret key, and another one has other keys', () => {
  const keys = pushKeys(Buffer.alloc(32, 7))
  expect(pushKeys(Buffer.alloc(32, 7))).toEqual(keys)
  expect(pushKeys(Buffer.alloc(32, 8)).publicKey).not.toBe(keys.publicKey)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(keys.privateKey, 'base64url')
  expect(curve.getPublicKey('base64url')).toBe(keys.publicKey)
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65)
})

/** A sender to a service that takes messages only after `release`. `sent` lists what services have taken. */
function hangingService(waitMs: number) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const sent: string[] = []
  const sender = limitPerService(
    {
      async send({ id, to }) {
        if (to.endpoint.includes('slow')) await released
        sent.push(id)
      },
    },
    waitMs,
  )
  const { signal } = new AbortController()
  const send = (id: string, host: string) =>
    sender.send(
      {
        ...{ id, text: '', lifeSeconds: 60 },
        to: { endpoint: `https://${host}.example/${id}`, publicKey: '', authSecret: '' },
      },
      signal,
    )
  return { send, sent, release }
}

const underWay = Array.from({ length: mostUnderWay }, (_, n) => `slow ${n}`)

test('a hanging push service does not block messages to another one, and more messages to it fail after a wait', async () => {
  const { send, sent, release } = hangingService(1)
  const hanging = underWay.map((id) => send(id, 'slow'))
  await expect(send('one more', 'slow')).rejects.toBeInstanceOf(RetryLater)
  await send('quick', 'quick')
  expect(sent).toEqual(['quick'])
  release()
  await Promise.all(hanging)
  await send('later', 'slow')
  expect(sent).toEqual(['quick', ...underWay, 'later'])
})

test('messages that wait for a push service are sent in order as soon as it answers', async () => {
  const { send, sent, release } = hangingService(60_000)
  const waiting = Array.from({ length: 300 }, (_, n) => `waiting ${n}`)
  const all = [...underWay, ...waiting].map((id) => send(id, 'slow'))
  await setImmediate()
  release()
  await Promise.all(all)
  expect(sent).toEqual([...underWay, ...waiting])
})

test('once a wait was in vain, messages no longer wait until the push service answers', async () => {
  const places = createPlaces(1, 60_000)
  vi.useFakeTimers()
  try {
    expect(await places.take()).toBe(true)
    const inVain = places.take()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await inVain).toBe(false)
    expect(await places.take()).toBe(false)
    places.leave()
    expect(await places.take()).toBe(true)
    const next = places.take()
    places.leave()
    expect(await next).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
