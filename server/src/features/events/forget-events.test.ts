import { expect, test } from 'vitest'
import { numbersTo, readableLog, testEvents } from '../../../test/test-events.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { createCursor, moveCursor } from './cursors.queries.ts'
import { forgetEvents } from './forget-events.command.ts'

const now = new Date()
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

/** Creates nine events, stored this many days ago: 41, 36, … 1. */
async function agedEvents() {
  const { db, append } = await testEvents()
  const { log, lines } = readableLog()
  const execute = executeIn(db)
  await append(9)
  for (const seq of numbersTo(9))
    await db
      .updateTable('event')
      .set({ stored_at: daysAgo(46 - 5 * seq) })
      .where('seq', '=', seq)
      .execute()
  return {
    db,
    lines,
    execute,
    follower: async (name: string, seq: number) => {
      await createCursor(execute, name, 'present')
      await moveCursor(execute, name, seq)
    },
    async forget() {
      await forgetEvents(execute, now, log)
      const rows = await db.selectFrom('event').select('seq').orderBy('seq').execute()
      return rows.map(({ seq }) => Number(seq))
    },
  }
}

test('events are kept for a week', async () => {
  const { forget, lines } = await agedEvents()
  expect(await forget()).toEqual([8, 9])
  expect(lines).toEqual([])
})

test('a follower that has handled everything does not delay deletion', async () => {
  const { forget, follower, lines } = await agedEvents()
  await follower('quick', 9)
  expect(await forget()).toEqual([8, 9])
  expect(lines).toEqual([])
})

test('events not yet handled by a follower are kept longer, with a warning', async () => {
  const { forget, follower, lines } = await agedEvents()
  await follower('quick', 9)
  await follower('slow', 5)
  expect(await forget()).toEqual([6, 7, 8, 9])
  expect(lines).toMatchObject([{ level: 'warn', follower: 'slow', count: 2 }])
})

test('after thirty days events are deleted even if a follower has not handled them', async () => {
  const { forget, follower, lines } = await agedEvents()
  await follower('stuck', 0)
  expect(await forget()).toEqual([4, 5, 6, 7, 8, 9])
  expect(lines).toMatchObject([{ level: 'warn', follower: 'stuck', count: 7 }])
})

test('the remaining events have no gaps, even if an earlier transaction got a later number', async () => {
  const { forget, db } = await agedEvents()
  await db
    .updateTable('event')
    .set({ stored_at: daysAgo(6) })
    .where('seq', '=', 6)
    .execute()
  expect(await forget()).toEqual([8, 9])
})

test('without followers or old events nothing is deleted', async () => {
  const { db, forget, follower } = await agedEvents()
  await db.updateTable('event').set({ stored_at: now }).execute()
  await follower('quick', 9)
  expect(await forget()).toEqual(numbersTo(9))
})
