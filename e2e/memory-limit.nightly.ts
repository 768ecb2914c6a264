import { findRunningPostgres } from '@eot/server/platform/db/embedded-postgres'
import { createLog } from '@eot/server/platform/log'
import type { ChildProgram } from '@eot/server/test/child-program'
import { createDevices } from '@eot/server/test/portal-client'
import { createTestPool } from '@eot/server/test/test-pool'
import { expect, onTestFinished, test } from 'vitest'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { readStored } from './src/crash/stored.ts'
import { loadProgram, patience, pause, untilAcknowledged } from './src/laden-program.ts'
import { installProgram } from './src/started-program.ts'

/** Enough to go on, slowly. With 80 it runs out of memory, and is started again. */
const heapMegabytes = Number(process.env.HEAP_MB ?? 96)
const floodMs = Number(process.env.FLOOD_SECONDS ?? 60) * 1000
const bulksAtOnce = 16
const linesEach = 60_000

test('a program whose memory is limited ends or refuses under a flood, and loses nothing that it acknowledged', async () => {
  const place = await installProgram()
  const start = () => place.start({ NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` })
  let program: ChildProgram = start()
  const { portal, siteId, gatewayToken, traffic } = await loadProgram(program)
  const flooding = await createDevices(portal, siteId, { count: 10, firstMac: 1000 })

  const outcomes = new Map<string, number>()
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  let accepted = 0
  let part = 0
  const startAt = Date.now() - 3 * 86_400_000
  const endsAt = Date.now() + floodMs
  const flood = async () => {
    while (Date.now() < endsAt) {
      const from = startAt + part++ * linesEach
      const lines = Array.from(
        { length: linesEach },
        (_, n) =>
          `{"mac":"${flooding[n % flooding.length]?.mac}","at":${from + n},"readings":{"noise":41,"light":300,"CO":1}}\n`,
      )
      try {
        const response = await fetch(`${portal.url}/api/ingest/bulk`, {
          method: 'POST',
          headers: { authorization: `Bearer ${gatewayToken}`, 'content-type': 'application/x-ndjson' },
          body: lines.join(''),
        })
        note(String(response.status))
        const answer = await response.json()
        if (response.status === 202) accepted += (answer as { Accepted: number }).Accepted // by the contract
      } catch {
        note('no answer')
        await pause(500)
      }
    }
  }
  const endings: string[] = []
  /** As a service manager does, also if it ends again before it is ready. */
  const startAgain = async () => {
    for (let isReady = false; !isReady; ) {
      const { signal, code } = await program.ended
      endings.push(`${signal ?? code}`)
      program = start()
      isReady = await program.ready.then(
        () => true,
        () => false,
      )
    }
  }
  const supervise = async () => {
    while (Date.now() < endsAt) {
      const ended = await Promise.race([program.ended, pause(200)])
      if (!ended) continue
      await startAgain()
    }
  }
  await Promise.all([supervise(), ...Array.from({ length: bulksAtOnce }, flood)])
  tell(`heap of ${heapMegabytes} MB: ended ${endings.length} times (${endings.join(', ')})`)
  tell(`bulk requests: ${JSON.stringify([...outcomes])}, ${accepted} readings acknowledged`)

  if (program.hasEnded) await startAgain()
  tell(`acknowledged again after ${await untilAcknowledged(traffic)} ms`)
  const url = await findRunningPostgres(place.dataDir)
  const pool = createTestPool(url ?? '', { max: 1, log: createLog('silent') })
  onTestFinished(() => pool.end())
  const count = async () => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*) from every_reading r join device d on d.no = r.device_no where d.mac = any($1)',
      [flooding.map(({ mac }) => mac)],
    )
    return rows[0]?.count ?? 0
  }
  await expect.poll(count, patience).toBeGreaterThanOrEqual(accepted)
  await traffic.finish()
  expectUnharmed(traffic.ledgers, await readStored(pool, traffic.ledgers))
})
