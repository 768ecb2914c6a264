import type pg from 'pg'

/** One thing that happened, as the rooms of its site and of every site above are told it. */
export interface LiveNote {
  sitePath: string
  eventType: 'alerts' | 'devices'
  event: string
  deviceId: string
  alertId: string | null
}

export interface LiveEvent extends LiveNote {
  seq: number
}

/** Every process that serves live connections hears on it that there is something new. */
export const liveChannel = 'live'

/** Runs one statement within the caller's transaction. */
export type Execute = <Row>(text: string, values: unknown[]) => Promise<Row[]>

export const executeOn =
  (client: pg.ClientBase): Execute =>
  async <Row>(text: string, values: unknown[]) =>
    (await client.query(text, values)).rows as Row[] // the statement says its columns

/**
 * Numbers events and stores them, in the transaction of what they tell. One about an alert is told where the alert was
 * raised, wherever its device is now. The counter's row stays locked until the commit,
 * so that numbers become visible in their order: whoever has seen 11 has seen all up to 11.
 */
export async function appendLiveEvents(execute: Execute, notes: readonly LiveNote[]): Promise<LiveEvent[]> {
  if (notes.length === 0) return []
  const [last] = await execute<{ seq: string }>('update live_sequence set seq = seq + $1 returning seq', [
    notes.length,
  ])
  const first = Number(last?.seq) - notes.length + 1
  const events = notes.map((note, index) => ({ ...note, seq: first + index }))
  const stored = await execute<{ sitePath: string }>(
    `insert into live_event (seq, site_path, event_type, event, device_id, alert_id)
     select x.seq, coalesce(alert.site_path, x."sitePath"), x."eventType", x.event, x."deviceId", x."alertId"
     from jsonb_to_recordset($1::jsonb)
       as x (seq bigint, "sitePath" text, "eventType" text, event text, "deviceId" uuid, "alertId" uuid)
     left join alert on alert.id = x."alertId"
     order by x.seq
     returning site_path as "sitePath"`,
    [JSON.stringify(events)],
  )
  await execute('select pg_notify($1, $2)', [liveChannel, ''])
  return events.map((event, index) => ({ ...event, ...stored[index] }))
}

export async function readSequence(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ seq: string }>('select seq from live_sequence')
  return Number(rows[0]?.seq ?? 0)
}

/** Events after a number, oldest first; of one subtree when a path is given. */
export async function listLiveEvents(
  pool: pg.Pool,
  after: number,
  limit: number,
  sitePath = '',
): Promise<LiveEvent[]> {
  const { rows } = await pool.query<LiveEvent & { seq: string }>(
    `select seq, site_path as "sitePath", event_type as "eventType", event, device_id as "deviceId", alert_id as "alertId"
     from live_event where seq > $1 and starts_with(site_path, $2) order by seq limit $3`,
    [after, sitePath, limit],
  )
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/** The oldest number still kept, or undefined when nothing is. */
export async function findOldestSeq(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ seq: string | null }>('select min(seq) as seq from live_event')
  return rows[0]?.seq == null ? undefined : Number(rows[0].seq)
}
