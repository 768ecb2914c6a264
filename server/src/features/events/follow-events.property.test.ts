import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  deviceEvent,
  localSignal,
  numbersTo,
  quickRetry,
  readableLog,
  testEvents,
} from '../../../test/test-events.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { appendEvents } from './events.queries.ts'
import { followEvents } from './follow-events.ts'
import type { Following } from './follow-sequence.ts'

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 1, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('roll back' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('start' as const), process: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stop' as const), process: fc.nat(2) }) },
  // Before or after the handler's writes.
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), isLate: fc.boolean() }) },
)

test('for any interleaving of appends, failures and processes, each event takes effect exactly once and in order', async () => {
  const { db, connect, note, seen } = await testEvents()
  const databases = [connect(), connect(), connect()]
  let run = 0

  async function play(steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
    const name = `run ${++run}`
    const { seq: before } = await db.selectFrom('event_sequence').select('seq').executeTakeFirstOrThrow()
    const failures: boolean[] = []
    const running = new Map<number, Following>()
    const signal = localSignal()
    const { log } = readableLog()
    const start = async (process: number) => {
      const parts = {
        signal,
        log,
        countFailure: () => undefined,
        retry: quickRetry,
        db: databases[process] ?? db,
      }
      const following = await followEvents(
        {
          name,
          async handle(tx, events) {
            const isLate = failures.pop()
            if (isLate === false) throw new Error('before')
            await note(tx, name, events)
            if (isLate) throw new Error('after')
          },
        },
        parts,
      )
      running.set(process, following)
    }
    await start(0)
    const appends: Promise<unknown>[] = []
    const append = (count: number, isKept: boolean) =>
      appends.push(
        db
          .transaction()
          .execute(async (tx) => {
            await appendEvents(executeIn(tx), Array.from({ length: count }, deviceEvent))
            if (!isKept) throw new Error('rolled back')
          })
          .then(signal.notify, () => undefined),
      )
    for (const one of steps) {
      if (one.do === 'append') append(one.count, true)
      else if (one.do === 'roll back') append(2, false)
      else if (one.do === 'fail') failures.push(one.isLate)
      else if (one.do === 'start' && !running.has(one.process)) await start(one.process)
      else if (one.do === 'stop') {
        await running.get(one.process)?.stop()
        running.delete(one.process)
      }
    }
    await Promise.all(appends)
    if (running.size === 0) await start(0)
    const { seq: after } = await db.selectFrom('event_sequence').select('seq').executeTakeFirstOrThrow()
    const expected = numbersTo(Number(after), Number(before) + 1)
    await vi.waitFor(async () => expect(await seen(name)).toEqual(expected), { timeout: 60_000 })
    for (const following of running.values()) await following.stop()
  }

  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), play), { numRuns: 25 })
})
