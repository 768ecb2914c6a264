import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { RetryLater } from './jobs/job-run.ts'
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

test('a hanging push service does not block messages to another one, and more messages wait for it', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const sent: string[] = []
  const sender = limitPerService({
    async send({ id, to }) {
      if (to.endpoint.includes('slow')) await released
      sent.push(id)
    },
  })
  const { signal } = new AbortController()
  const send = (id: string, host: string) =>
    sender.send(
      {
        ...{ id, text: '', lifeSeconds: 60 },
        to: { endpoint: `https://${host}.example/${id}`, publicKey: '', authSecret: '' },
      },
      signal,
    )
  const hanging = Array.from({ length: mostUnderWay }, (_, n) => send(`slow ${n}`, 'slow'))
  await expect(send('one more', 'slow')).rejects.toBeInstanceOf(RetryLater)
  await send('quick', 'quick')
  expect(sent).toEqual(['quick'])
  release()
  await Promise.all(hanging)
  await send('later', 'slow')
  expect(sent).toHaveLength(mostUnderWay + 2)
})
