import type { Execute } from '../../platform/db/execute.queries.ts'
import { readEvents, type StoredEvent } from './event.ts'
import type { EventSignal } from './event-signal.ts'
import { listEvents, readSequence } from './events.queries.ts'
import { type Failure, type Following, followSequence, type Handled } from './follow-sequence.ts'

interface Tail {
  execute: Execute
  signal: Pick<EventSignal, 'subscribe'>
  handle(events: readonly StoredEvent[]): Promise<void>
  onFailure(failure: Failure): void
}

const batchSize = 500
const retry = { firstMs: 1000, maxMs: 1000 }

/**
 * Passes every event from now on to `handle`, in order, in every process that calls this. The cursor is kept in memory,
 * so a restarted process begins at the present. Events whose handling failed are passed again.
 */
export async function tailEvents({ execute, signal, handle, onFailure }: Tail): Promise<Following> {
  let cursor = await readSequence(execute)
  async function step(): Promise<Handled> {
    const rows = await listEvents(execute, cursor, batchSize)
    const last = rows.at(-1)
    if (!last) return 'none'
    await handle(readEvents(rows))
    cursor = last.seq
    return rows.length < batchSize ? 'last' : 'full'
  }
  return followSequence({ name: 'live feed', signal, step, retry, onFailure })
}
