import { systemClock } from '@eot/server/platform/clock'
import { createLog } from '@eot/server/platform/log'
import { expect, onTestFinished, test, vi } from 'vitest'
import { foundationOfTest, smallPlan } from '../test/small-demo.ts'
import { prepareDemo } from './prepare-demo.ts'
import { startDemo } from './start-demo.ts'

const quietly = { signal: { throwIfAborted: () => undefined }, say: () => undefined }

test('after a restart the same devices report again, and the same people can sign in', async () => {
  const parts = { ...(await foundationOfTest()), clock: systemClock }
  const { accounts } = await prepareDemo(parts, { ...smallPlan, historyDays: 1 }, quietly)
  const { rows } = await parts.pool.query<{ newest: Date }>('select max(received_at) as newest from reading')
  const printed: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  onTestFinished(() => write.mockRestore())

  const demo = await startDemo(parts.config, createLog('silent'), new AbortController().signal)
  const lines = printed.join('').trimEnd().split('\n')
  expect(lines.at(-1)).toMatch(/^ready http:\/\/localhost:\d+$/)
  const url = lines.at(-1)?.slice('ready '.length)
  for (const { email, password, role } of accounts) {
    expect(lines.find((line) => line.includes(email))).toContain(`${password}`)
    const body = JSON.stringify({ Email: email, Password: password })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
    expect(answer.status, role).toBe(200)
  }
  await vi.waitFor(
    async () => {
      const { rows: reported } = await parts.pool.query(
        'select distinct device_no from reading where received_at > $1',
        [rows[0]?.newest],
      )
      expect(reported).toHaveLength(4)
    },
    { timeout: 60_000, interval: 100 },
  )
  await demo.stop()
  const { rows: states } = await parts.pool.query('select online from device_state')
  expect(states).toEqual(Array(4).fill({ online: false }))
})
