import { Kysely, PostgresDialect } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Database } from '../src/database.ts'
import { type Ingest, startIngest } from '../src/features/ingest/index.ts'
import { createLog } from '../src/platform/log.ts'
import { factories, makeRoot } from './factories.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestPool } from './test-pool.ts'

export type TestIngest = Awaited<ReturnType<typeof testIngest>>

/** Starts the ingestion without HTTP and MQTT, on a new database and with a clock set by the test. */
export async function testIngest(startMs: number) {
  const database = await createTestDatabase()
  const log = createLog(process.env.LOG_LEVEL ?? 'silent')
  const pool = createTestPool(database.url, { max: 4, log })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const time = { now: startMs }
  /** Times of the readings that were announced after their commit. */
  const announced: number[] = []
  let current = start()

  function start() {
    const writerPool = createTestPool(database.url, { max: 1, log })
    const ingest = startIngest({
      url: database.url,
      pool,
      writerPool,
      log,
      now: () => time.now,
      settings: { queueLimit: 50_000, retentionDays: 90, perSecond: 1e9, burst: 1e9 },
      onCommitted: (readings) => announced.push(...readings.map(({ at }) => at)),
    })
    return { ingest, close: () => ingest.close().then(() => writerPool.end()) }
  }

  const others: (typeof current)[] = []

  onTestFinished(async () => {
    for (const { close } of [current, ...others]) await close()
    await db.destroy()
    await database.drop()
  })

  const root = await makeRoot(db, 'America/St_Johns')

  return {
    db,
    pool,
    url: database.url,
    time,
    announced,
    make: factories(db, root, { plain: 'unused', hash: 'unused' }),
    get ingest(): Ingest {
      return current.ingest
    },
    /** Starts a second process on the same database. */
    another(): Ingest {
      const other = start()
      others.push(other)
      return other.ingest
    },
    /** Simulates a crash: only the contents of the database are left. */
    async restart() {
      await current.close()
      current = start()
    },
  }
}
