import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { requestMail } from '../messages/index.ts'
import { measureBehind } from './behind.queries.ts'
import { type OpenStall, stallQueries } from './stalls.queries.ts'
import { judgeWork, type WorkState } from './work-behind.ts'

/** Work that catches up within this time is not worth an email. */
const tellAfterMs = 5 * 60_000
const keepMs = 90 * 86_400_000

/**
 * Records which work of the program is behind by more than its limit, and emails the operators of the installation, once when a
 * stall lasts and once when it ends.
 */
export async function watchWork(db: Kysely<Database>, now: Date): Promise<void> {
  const states = judgeWork(await measureBehind(executeIn(db)))
  await db.transaction().execute((tx) => noteStalls(tx, states, now))
}

export async function noteStalls(
  tx: Kysely<Database>,
  states: readonly WorkState[],
  now: Date,
): Promise<void> {
  const queries = stallQueries(tx)
  const stalled = new Set(states.filter(({ isStalled }) => isStalled).map(({ work }) => work))
  for (const { work, limitSeconds, behindSeconds } of states)
    if (stalled.has(work))
      await queries.open(work, new Date(now.getTime() - (behindSeconds - limitSeconds) * 1000))
  const open = await queries.listOpen()
  const over = open.filter(({ work }) => !stalled.has(work))
  for (const { id } of over) await queries.end(id, now)
  const lasting = open.filter(
    ({ work, startedAt, toldAt }) =>
      stalled.has(work) && toldAt === null && now.getTime() - startedAt.getTime() >= tellAfterMs,
  )
  await queries.setTold(
    lasting.map(({ id }) => id),
    now,
  )
  await tell(tx, lasting, 'behind', now)
  await tell(
    tx,
    over.filter(({ toldAt }) => toldAt !== null),
    'over',
    now,
  )
  await queries.forget(new Date(now.getTime() - keepMs))
}

async function tell(
  tx: Kysely<Database>,
  stalls: readonly OpenStall[],
  state: 'behind' | 'over',
  at: Date,
): Promise<void> {
  if (stalls.length === 0) return
  const details = { state, work: stalls.map(({ work }) => work).join(' ') }
  for (const { userId, email, siteId } of await stallQueries(tx).listOperators())
    await requestMail(tx, { kind: 'ProgramStalled', receiver: email, userId, siteId, details, at })
}
