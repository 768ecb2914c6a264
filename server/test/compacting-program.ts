import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../src/database.ts'
import { startIngest } from '../src/features/ingest/index.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { createLog } from '../src/platform/log.ts'
import { compactAll } from './compact-all.ts'
import { type SentSample, sendSamples } from './send-samples.ts'

/** Stores the samples that its parent sends, and repeatedly makes past days compact. Tests start and kill it. */
export interface Delivery {
  id: number
  mac: string
  samples: SentSample[]
}

export type Answer = { id: number; isStored: boolean } | { compacted: number }

const [url, now] = process.argv.slice(2)
if (!url || !now || !process.send)
  throw new Error('usage: compacting-program.ts URL NOW, as a child with messages')

const log = createLog('silent')
const pool = createPool(url, { max: 3, log })
const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
const ingest = startIngest({
  url,
  pool,
  writerPool: createPool(url, { max: 1, log }),
  log,
  now: () => Number(now),
  settings: { queueLimit: 50_000, retentionDays: 90, perSecond: 1e9, burst: 1e9 },
  onCommitted: () => undefined,
})
const tell = (answer: Answer) => process.send?.(answer)

process.on('message', ({ id, mac, samples }: Delivery) => {
  sendSamples(ingest, mac, samples).then(
    () => tell({ id, isStored: true }),
    () => tell({ id, isStored: false }),
  )
})
process.on('disconnect', () => process.exit())

for (;;) {
  try {
    tell({ compacted: await compactAll(db, new Date(Number(now))) })
  } catch {
    // The database is being killed too.
  }
  await new Promise((resolve) => setTimeout(resolve, 10))
}
