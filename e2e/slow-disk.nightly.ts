import { join } from 'node:path'
import { alerts } from '@eot/contract/alerts'
import { findRunningPostgres } from '@eot/server/platform/db/embedded-postgres'
import { listProgramsIn, sendSignal } from '@eot/server/platform/db/running-program'
import { createLog } from '@eot/server/platform/log'
import { createTestPool } from '@eot/server/test/test-pool'
import { expect, onTestFinished, test } from 'vitest'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { readStored } from './src/crash/stored.ts'
import { loadProgram, pause, untilAcknowledged } from './src/laden-program.ts'
import { installProgram } from './src/started-program.ts'

const rounds = Number(process.env.ROUNDS ?? 15)
/** One in five is longer than the longest statement may take. */
const stallMs = (round: number) => (round % 5 === 4 ? 9_000 : 2_000 + (round % 4) * 1000)
const goesMs = 500

test('while the disk stalls for seconds again and again, requests are answered or refused, and nothing is lost', async () => {
  const place = await installProgram()
  const program = place.start()
  const { portal, traffic } = await loadProgram(program)
  const cluster = join(place.dataDir, 'pg')
  const signalAll = (name: NodeJS.Signals) => {
    // Twice, since the server starts processes until it is stopped itself.
    for (let times = 0; times < 2; times += 1)
      for (const pid of listProgramsIn(cluster, 'postgres')) sendSignal(pid, name)
  }
  onTestFinished(() => signalAll('SIGCONT'))

  const statuses = new Map<number, number>()
  const times: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const response = await fetch(`${portal.url}/api${alerts.list.path}`, {
        headers: { authorization: `Bearer ${portal.token}` },
      })
      await response.arrayBuffer()
      times.push(performance.now() - startedAt)
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.status === 503) expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
      await pause(100)
    }
  })()
  const before = traffic.acknowledged()
  for (let round = 0; round < rounds; round += 1) {
    signalAll('SIGSTOP')
    await pause(stallMs(round))
    signalAll('SIGCONT')
    await pause(goesMs)
  }
  const during = traffic.acknowledged() - before
  isOver = true
  await asking
  tell(`${during} acknowledged meanwhile; requests: ${JSON.stringify([...statuses])}`)
  tell(`slowest request: ${Math.round(Math.max(...times))} ms`)
  tell(`acknowledged again after ${await untilAcknowledged(traffic)} ms`)
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(during).toBeGreaterThan(0)
  await traffic.finish()
  expect(program.hasEnded).toBe(false)
  const url = await findRunningPostgres(place.dataDir)
  const pool = createTestPool(url ?? '', { max: 1, log: createLog('silent') })
  onTestFinished(() => pool.end())
  expectUnharmed(traffic.ledgers, await readStored(pool, traffic.ledgers))
})
