import { rm } from 'node:fs/promises'
import { startEmbeddedPostgres } from '@eot/server/platform/db/embedded-postgres'
import { createPool } from '@eot/server/platform/db/pool'
import { createLog } from '@eot/server/platform/log'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { type KillAccount, runKillLoop, type Victim } from './kill-loop.ts'
import type { Ledger } from './ledger.ts'
import { seededRandom } from './seeded-random.ts'
import { readStored, type Stored } from './stored.ts'

const deviceCount = 50

/** State of the database after a kill loop, read once the program has exited. */
export async function readAfterKills(
  kills: Partial<Record<Victim, number>>,
  seed: number,
): Promise<{ account: KillAccount; stored: Stored }> {
  const dataDir = await makeTemporaryDirectory()
  try {
    const random = seededRandom(seed)
    const victims = shuffled(listVictims(kills), random)
    const account = await runKillLoop({ dataDir, seed, random, kills: victims, deviceCount })
    return { account, stored: await readFrom(dataDir, account.ledgers) }
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

async function readFrom(dataDir: string, ledgers: readonly Ledger[]): Promise<Stored> {
  const log = createLog('silent')
  const database = await startEmbeddedPostgres({ dataDir, log })
  const pool = createPool(database.url, { max: 2, log, statementTimeoutMs: 120_000 })
  try {
    return await readStored(pool, ledgers)
  } finally {
    await pool.end()
    await database.stop()
  }
}

function listVictims(kills: Partial<Record<Victim, number>>): Victim[] {
  return (['program', 'postgres', 'both'] as const).flatMap((victim) =>
    Array.from({ length: kills[victim] ?? 0 }, () => victim),
  )
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
