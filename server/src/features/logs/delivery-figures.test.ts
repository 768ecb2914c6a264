import { logs } from '@eot/contract/logs'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, clock, make, signIn } = await testApp()
const now = clock().getTime()
const ago = (ms: number) => new Date(now - ms)
const minute = 60_000

test('the messages of the last 24 hours are counted by outcome, with the time until they were accepted', async () => {
  const site = await make.site()
  const user = await make.user({ site })
  const as = await signIn({ site, role: 'System Administrator' })
  const accepted = (requestedAgo: number, afterMs: number) =>
    make.mail({
      user,
      status: 'sent',
      created_at: ago(requestedAgo),
      finished_at: ago(requestedAgo - afterMs),
    })
  await accepted(30 * minute, 1000)
  await accepted(31 * minute, 2000)
  await accepted((22 * 60 + 30) * minute, 9000)
  await accepted(25 * 60 * minute, 1000) // too long ago
  await make.mail({ user, status: 'failed', created_at: ago(32 * minute), finished_at: ago(0) })
  await make.mail({ user, status: 'expired', created_at: ago(33 * minute), finished_at: ago(0) })
  await make.mail({ user, status: 'blocked', created_at: ago(33 * minute), finished_at: ago(0) })
  await make.mail({ user, status: 'requested', created_at: ago(minute) })
  await make.mail({ status: 'failed', created_at: ago(minute) }) // to another customer
  await make.mail({ user, channel: 'Text', status: 'sent', created_at: ago(minute), finished_at: ago(0) })

  const { data } = await call(logs.emailFigures, { query: {} }, { as })
  expect(data).toMatchObject({ Sent: 3, Failed: 2, Waiting: 1, HalfWithinMs: 2000, MostWithinMs: 9000 })
  expect(data.Hours).toHaveLength(24)
  expect(data.Hours.map(({ Sent, Failed }) => [Sent, Failed])).toEqual([
    [0, 0],
    [1, 0],
    ...Array.from({ length: 21 }, () => [0, 0]),
    [2, 2],
  ])
  expect((await call(logs.textFigures, { query: {} }, { as })).data).toMatchObject({ Sent: 1, Failed: 0 })
})

test('without messages the figures are zero', async () => {
  const as = await signIn({ site: await make.site(), role: 'System Administrator' })
  const { data } = await call(logs.emailFigures, { query: {} }, { as })
  expect(data).toMatchObject({ Sent: 0, Failed: 0, Waiting: 0, HalfWithinMs: null, MostWithinMs: null })
})
