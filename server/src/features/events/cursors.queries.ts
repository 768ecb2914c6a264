import type { Execute } from '../../platform/db/execute.queries.ts'

/** Where a follower starts the first time it runs. */
export type StartAt = 'present' | 'beginning'

/** Creates a cursor, unless the follower already has one. `beginning` is the oldest event still kept. */
export async function createCursor(execute: Execute, name: string, startAt: StartAt): Promise<void> {
  await execute(
    `insert into event_cursor (name, seq)
     select $1, case when $2 then coalesce((select min(seq) from event) - 1, seq) else seq end from event_sequence
     on conflict do nothing`,
    [name, startAt === 'beginning'],
  )
}

/** Returns whether there are events that the follower has not handled. */
export async function isBehind(execute: Execute, name: string): Promise<boolean> {
  const rows = await execute(
    'select from event_cursor c join event_sequence s on s.seq > c.seq where c.name = $1',
    [name],
  )
  return rows.length > 0
}

/** Returns the number of the last handled event, locked until the commit; undefined while another process holds it. */
export async function lockCursor(execute: Execute, name: string): Promise<number | undefined> {
  const [row] = await execute<{ seq: number }>(
    'select seq from event_cursor where name = $1 for update skip locked',
    [name],
  )
  return row && Number(row.seq)
}

export async function moveCursor(execute: Execute, name: string, seq: number): Promise<void> {
  await execute('update event_cursor set seq = $2, moved_at = now() where name = $1', [name, seq])
}

/** Returns how many events each follower still has to handle. */
export async function listLags(execute: Execute): Promise<{ name: string; count: number }[]> {
  const rows = await execute<{ name: string; count: number }>(
    'select c.name, s.seq - c.seq as count from event_cursor c, event_sequence s order by c.name',
    [],
  )
  return rows.map(({ name, count }) => ({ name, count: Number(count) }))
}

/** Followers with unhandled events stored before an instant, and the number of those events. */
export async function listLaggards(
  execute: Execute,
  before: Date,
): Promise<{ name: string; count: number }[]> {
  const rows = await execute<{ name: string; count: number }>(
    `select c.name, count(*) as count from event_cursor c join event e on e.seq > c.seq
     where e.stored_at < $1 group by c.name order by c.name`,
    [before],
  )
  return rows.map(({ name, count }) => ({ name, count: Number(count) }))
}

/**
 * Deletes the oldest events: those stored before `handled` that every follower has handled, and all those stored before
 * `all`. The remaining numbers have no gaps, although storage times are not strictly in the order of the numbers.
 */
export async function deleteEvents(execute: Execute, before: { handled: Date; all: Date }): Promise<void> {
  await execute(
    `delete from event where seq <= greatest(
       (select max(seq) from event where stored_at < $2),
       least((select coalesce(max(seq), 0) from event where stored_at < $1), (select min(seq) from event_cursor))
     )`,
    [before.handled, before.all],
  )
}
