import { expect, test } from 'vitest'
import { newDeviceEntry } from '../../../../test/new-device-entry.ts'
import { alertRules } from '../../alerts/index.ts'
import { findColumn, noValues } from '../../readings/index.ts'
import { runtimeOf } from '../devices/device-entry.ts'
import { evaluate } from './evaluate.ts'
import { type Input, Submission } from './input.ts'
import { newPlan } from './plan.ts'

const start = Date.UTC(2026, 10, 20, 9)
const minute = 60_000
const day = 86_400_000
const submission = new Submission(() => undefined)

/** Creates a device that reports each minute in server time, with its due timers fired. */
function watched() {
  const device = newDeviceEntry({
    rules: alertRules({ model: {}, sites: [], device: {}, kinds: ['CO', 'vape'] }),
    reportInterval: 60,
    timeZone: 'UTC',
  })
  const clock = { now: start }
  const raised: { type: string; at: number }[] = []
  let ended = 0
  const take = (input: Input) => {
    const plan = newPlan()
    evaluate([input], new Set(), plan, clock.now)
    raised.push(...plan.raises.map(({ typeKey, startedAt }) => ({ type: typeKey, at: startedAt })))
    ended += [...plan.changes.values()].filter(({ endedAt }) => endedAt !== undefined).length
  }
  return {
    clock,
    raised,
    ended: () => ended,
    latest: (kind: string) => runtimeOf(device).latest[findColumn(kind) ?? -1],
    report(kind: string, value: number, minutes = 1) {
      for (let passed = 0; passed < minutes; passed++) {
        const values = noValues()
        values[findColumn(kind) ?? -1] = value
        const at = clock.now
        take({
          kind: 'reading',
          device,
          at,
          receivedAt: at,
          values,
          aheadMs: 0,
          channel: 'mqtt',
          submission,
          index: 0,
        })
        clock.now += minute
        for (const [typeKey, due] of runtimeOf(device).timers)
          if (due <= clock.now) take({ kind: 'tick', device, typeKey, submission })
      }
    },
    lookForSilence: (listeningSince: number) => take({ kind: 'silence', device, listeningSince, submission }),
  }
}

test('after the clock was a day ahead, holds run at once, whatever happened during that day', () => {
  const { clock, ended, latest, raised, report } = watched()
  report('CO', 1, 5)
  clock.now += day
  report('CO', 50, 5)
  report('CO', 1, 15)
  report('CO', 50)
  clock.now -= day
  report('CO', 60)
  expect(latest('CO')).toBe(60)
  const since = clock.now - minute
  report('CO', 60, 4)
  report('CO', 1, 15)
  expect(raised).toEqual([
    { type: 'CO', at: start + day + 7 * minute },
    { type: 'CO', at: since + 2 * minute },
  ])
  expect(ended()).toBe(2)
})

test('an alert that is open when the clock goes back ends when its value is clear', () => {
  const { clock, ended, raised, report } = watched()
  clock.now += day
  report('CO', 50, 5)
  clock.now -= day
  report('CO', 50, 5)
  expect([raised.length, ended()]).toEqual([1, 0])
  report('CO', 1, 15)
  expect([raised.length, ended()]).toEqual([1, 1])
})

test('a moment is raised and ends by itself after the clock has gone back', () => {
  const { clock, ended, raised, report } = watched()
  clock.now += day
  report('vape', 90)
  report('CO', 1, 5)
  clock.now -= day
  report('CO', 1, 5)
  const at = clock.now
  report('vape', 90)
  report('CO', 1, 5)
  expect(raised.map((alert) => alert.at)).toEqual([start + day, at])
  expect(ended()).toBe(2)
})

test('a device last heard while the clock was ahead counts as silent from the correction of the clock', () => {
  const { clock, lookForSilence, raised, report } = watched()
  clock.now += day
  report('CO', 1)
  clock.now -= day
  const corrected = clock.now
  lookForSilence(corrected)
  expect(raised).toEqual([])
  clock.now += 10 * minute
  lookForSilence(corrected)
  expect(raised).toEqual([{ type: 'Offline', at: corrected }])
})
