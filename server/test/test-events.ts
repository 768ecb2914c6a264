import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Database } from '../src/database.ts'
import { appendEvents, type NewEvent } from '../src/features/events/index.ts'
import { executeIn } from '../src/platform/db/execute.queries.ts'
import { uuidv7 } from '../src/platform/db/uuid.ts'
import { createLog } from '../src/platform/log.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestPool } from './test-pool.ts'

export const quickRetry = { firstMs: 1, maxMs: 20 }

/** Creates a log whose lines the test can read. */
export function readableLog() {
  const lines: Record<string, unknown>[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}

/** Creates an event signal within one process. Events of other processes are found by polling. */
export function localSignal() {
  const wakes = new Set<() => void>()
  return {
    notify: () => {
      for (const wake of wakes) wake()
    },
    subscribe(wake: () => void) {
      wakes.add(wake)
      return () => wakes.delete(wake)
    },
  }
}

export const deviceEvent = (): NewEvent => ({
  kind: 'DeviceChanged',
  at: new Date(),
  sitePath: '0190a0a0-0000-7000-8000-000000000001/',
  deviceId: uuidv7(),
  alertId: null,
})

/** Creates a database with events and a table in which followers record what they have handled. */
export async function testEvents() {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const { log } = readableLog()

  /** Opens connections like another process. Calls `onQuery` after each statement. */
  function connect(onQuery: (text: string) => void = () => undefined) {
    const pool = createTestPool(database.url, { max: 10, log })
    const db: Kysely<Database> = new Kysely({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => onQuery(query.sql),
    })
    onTestFinished(() => db.destroy())
    return db
  }

  const db = connect()
  await sql`create table seen (id integer generated always as identity, name text, seq bigint)`.execute(db)

  const append = (count = 1) =>
    db.transaction().execute((tx) => appendEvents(executeIn(tx), Array.from({ length: count }, deviceEvent)))

  async function note(tx: Transaction<Database>, name: string, events: readonly { seq: number }[]) {
    for (const { seq } of events) await sql`insert into seen (name, seq) values (${name}, ${seq})`.execute(tx)
  }

  /** Returns the numbers of the events that a follower has handled, in the order of handling. */
  async function seen(name: string): Promise<number[]> {
    const { rows } = await sql<{
      seq: number
    }>`select seq from seen where name = ${name} order by id`.execute(db)
    return rows.map(({ seq }) => Number(seq))
  }

  return { url: database.url, db, connect, append, note, seen }
}

export const numbersTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
