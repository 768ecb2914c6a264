import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fellTogether, fewestDevices, isRestored, type SilentDevice, siteOutages } from './outage-rule.ts'

const minute = 60_000

let made = 0
const device = (sitePath: string, silentSince: number, interval = 1): SilentDevice => ({
  alertId: `${sitePath}${silentSince}-${interval}-${++made}`,
  sitePath,
  silentSince: silentSince * minute,
  intervalMs: interval * minute,
})
const at = (...minutes: number[]) => minutes.map((since) => device('a/', since))
const times = (count: number, since: number) => at(...Array.from({ length: count }, () => since))

test.each<[title: string, silent: SilentDevice[], reporting: number, expected: [number, number] | null]>([
  ['all of three within two minutes', at(0, 1, 2), 0, [3, 2]],
  ['two devices', at(0, 0), 0, null],
  ['three of which one fell silent later', at(0, 1, 2.1), 0, null],
  ['four of five', times(4, 1), 1, [4, 1]],
  ['three of four', times(3, 1), 1, null],
  ['four of five, while another fell silent an hour later', [...times(4, 0), ...at(60)], 0, [4, 0]],
  ['three of four, while the other fell silent an hour later', [...times(3, 0), ...at(60)], 0, null],
  ['three, while others had been silent for an hour', [...at(0, 0), ...times(3, 60)], 0, [3, 60]],
  [
    'devices that report less often, within the longer of their intervals',
    [...times(2, 9), device('a/', 0, 10), device('a/', 4, 5)],
    0,
    [4, 9],
  ],
  [
    'a device that reports every ten minutes and was heard twelve minutes before',
    [...times(2, 12), device('a/', 0, 10)],
    0,
    null,
  ],
])('%s', (_title, silent, reporting, expected) => {
  const found = fellTogether(silent, reporting)
  expect(found ? [found.devices.length, found.since / minute] : null).toEqual(expected)
})

describe('of random devices', () => {
  const devices = fc.array(
    fc.record({ since: fc.integer({ min: 0, max: 12 }), interval: fc.integer({ min: 1, max: 6 }) }),
    { maxLength: 14 },
  )
  const cut = ({ silentSince, intervalMs }: SilentDevice) => silentSince + Math.max(2 * minute, intervalMs)
  const silentAt = (instant: number) => (one: SilentDevice) =>
    one.silentSince <= instant && instant <= cut(one)

  test('those that fell together are enough, share an instant, and no other instant has more', () => {
    fc.assert(
      fc.property(devices, fc.nat(4), (given, reporting) => {
        const silent = given.map(({ since, interval }) => device('a/', since, interval))
        const isOutage = (instant: number) => {
          const count = silent.filter(silentAt(instant)).length
          const later = silent.filter(({ silentSince }) => silentSince > instant).length
          return count >= fewestDevices && count >= 0.8 * (count + later + reporting) ? count : 0
        }
        const most = Math.max(0, ...silent.map(({ silentSince }) => isOutage(silentSince)))
        const found = fellTogether(silent, reporting)
        expect(found?.devices.length ?? 0).toBe(most)
        if (found) expect(found.devices).toEqual(silent.filter(silentAt(found.since)))
      }),
    )
  })

  test('each belongs to at most one outage, at a site that it is within', () => {
    const paths = fc.constantFrom('a/', 'a/b/', 'a/b/c/', 'a/d/', 'a/d/e/')
    const silent = fc.array(fc.tuple(paths, fc.integer({ min: 0, max: 9 })), { maxLength: 16 })
    const reporting = fc.array(fc.tuple(paths, fc.nat(3)), { maxLength: 4 })
    fc.assert(
      fc.property(silent, reporting, (given, others) => {
        const all = given.map(([path, since]) => device(path, since))
        const byId = new Map(all.map((one) => [one.alertId, one]))
        const outages = siteOutages(all, new Map(others))
        const covered = outages.flatMap(({ alertIds }) => alertIds)
        expect(new Set(covered).size).toBe(covered.length)
        for (const { sitePath, alertIds } of outages)
          for (const id of alertIds) expect(byId.get(id)?.sitePath.startsWith(sitePath)).toBe(true)
      }),
    )
  })
})

const ofSites = (silent: Record<string, number>, reporting: Record<string, number>) =>
  siteOutages(
    Object.entries(silent).flatMap(([path, count]) => Array.from({ length: count }, () => device(path, 0))),
    new Map(Object.entries(reporting)),
  ).map(({ sitePath, alertIds }) => [sitePath, alertIds.length])

test.each<
  [title: string, silent: Record<string, number>, reporting: Record<string, number>, expected: unknown[]]
>([
  ['a campus of two buildings is one outage', { 'a/b/': 2, 'a/c/': 3 }, {}, [['a/', 5]]],
  [
    'a building is an outage of its own if the campus still reports',
    { 'a/b/': 4 },
    { 'a/c/': 9 },
    [['a/b/', 4]],
  ],
  ['the only building with devices is named, not the campus', { 'a/b/': 4 }, {}, [['a/b/', 4]]],
  [
    'two buildings of a campus that still reports are two outages',
    { 'a/b/': 4, 'a/c/': 3 },
    { 'a/d/': 30 },
    [
      ['a/b/', 4],
      ['a/c/', 3],
    ],
  ],
  [
    'scattered devices are no outage',
    { 'a/b/': 1, 'a/c/': 1, 'a/d/': 1 },
    { 'a/b/': 5, 'a/c/': 5, 'a/d/': 5 },
    [],
  ],
])('%s', (_title, silent, reporting, expected) => {
  expect(ofSites(silent, reporting)).toEqual(expected)
})

test.each([
  [10, 10, false],
  [10, 3, false],
  [10, 2, true],
  [3, 1, false],
  [3, 0, true],
])('an outage of %d devices, %d of which are still silent, has ended: %s', (devices, silent, isOver) => {
  expect(isRestored(devices, silent)).toBe(isOver)
})
