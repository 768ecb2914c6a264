import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { checkEveryMs, startWatchdog, underWatch } from './watchdog.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * checkEveryMs)

/** Starts the watchdog, and work that makes no progress and ends when the test calls `finish`. */
function watch() {
  const work = { isDatabaseUp: true, stalls: [] as string[], finish: () => {} }
  const stop = startWatchdog({
    canRestart: async () => work.isDatabaseUp,
    onStall: (names) => work.stalls.push(...names),
    restartAfter: 40,
  })
  const done = underWatch(
    'writer',
    () =>
      new Promise<void>((resolve) => {
        work.finish = resolve
      }),
  )
  onTestFinished(async () => {
    stop()
    work.finish()
    await done
  })
  return work
}

async function loseDatabase(work: { isDatabaseUp: boolean }, forSeconds: number) {
  work.isDatabaseUp = false
  await seconds(forSeconds)
  work.isDatabaseUp = true
}

test('stalled work causes a restart after 40 s', async () => {
  const work = watch()
  await seconds(39)
  expect(work.stalls).toEqual([])
  await seconds(1)
  expect(work.stalls).toEqual(['writer'])
})

test('work that goes on once the database is back causes no restart, however long that took', async () => {
  const work = watch()
  await loseDatabase(work, 60)
  await seconds(9)
  work.finish()
  await seconds(60)
  expect(work.stalls).toEqual([])
})

test('work gets ten seconds to go on also if the database was away for less time than a restart takes', async () => {
  const work = watch()
  await loseDatabase(work, 39)
  await seconds(9)
  work.finish()
  await seconds(60)
  expect(work.stalls).toEqual([])
})

test('work that does not go on within 10 s after the database is back causes a restart', async () => {
  const work = watch()
  await loseDatabase(work, 60)
  await seconds(10)
  expect(work.stalls).toEqual([])
  await seconds(1)
  expect(work.stalls).toEqual(['writer'])
})
