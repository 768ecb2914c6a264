import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressKey } from './address.ts'
import { cellOf, type KnownAddress, type PlacedSite, placeOf } from './site-place.ts'

const now = new Date('2026-11-25T10:00:00Z')
const plain: PlacedSite = {
  id: 'plain',
  name: 'Plain',
  path: 'plain/',
  latitude: null,
  longitude: null,
  city: '',
  zip: '',
  state: '',
  country: '',
}
const pointed = { ...plain, id: 'pointed', latitude: 44.4, longitude: -93.1 }
const northfield = { ...plain, id: 'northfield', city: 'Northfield' }
const known = (site: PlacedSite, given: Partial<KnownAddress>): [string, KnownAddress] => [
  addressKey(site),
  {
    address: addressKey(site),
    latitude: null,
    longitude: null,
    name: null,
    answeredAt: null,
    failures: 0,
    ...given,
  },
]
const found = new Map([
  known(northfield, { latitude: 44, longitude: -93, name: 'Northfield', answeredAt: now }),
])
const notFound = (answeredAt: Date) => new Map([known(northfield, { answeredAt })])

test.each<[string, PlacedSite[], ReadonlyMap<string, KnownAddress>, object]>([
  ['its point', [pointed, northfield], found, { kind: 'found', site: { id: 'pointed' }, name: null }],
  [
    'its point before its address',
    [{ ...northfield, latitude: 1, longitude: 2 }],
    found,
    { point: { latitude: 1 } },
  ],
  [
    'its address before the point above',
    [northfield, pointed],
    found,
    { site: northfield, name: 'Northfield' },
  ],
  ['the point above', [plain, pointed], found, { kind: 'found', site: { id: 'pointed' } }],
  ['the address above', [plain, northfield], found, { kind: 'found', site: { id: 'northfield' } }],
  ['unknown, to be asked for', [northfield, pointed], new Map(), { kind: 'unknown', site: northfield }],
  [
    'the point above if its address is not found',
    [northfield, pointed],
    notFound(now),
    { site: { id: 'pointed' } },
  ],
  ['nowhere if no address is found', [northfield], notFound(now), { kind: 'none', hasAddress: true }],
  ['nowhere without any address', [plain, plain], found, { kind: 'none', hasAddress: false }],
  [
    'asked for again a week after it was not found',
    [northfield],
    notFound(new Date(now.getTime() - 7 * 86_400_000)),
    { kind: 'unknown' },
  ],
])('a site is at %s', (_title, sites, addresses, expected) => {
  expect(placeOf(sites, addresses, now)).toMatchObject(expected)
})

const points = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('the cell of any point is near it, and its center is in the same cell', () => {
  fc.assert(
    fc.property(points, (point) => {
      const center = cellOf(point)
      expect(Math.abs(center.latitude - point.latitude)).toBeLessThanOrEqual(0.025 + 1e-9)
      const apart = Math.abs(center.longitude - point.longitude)
      expect(Math.min(apart, 360 - apart)).toBeLessThanOrEqual(0.025 + 1e-9)
      expect(cellOf(center)).toEqual(center)
    }),
  )
})

test('there is one cell at the date line, and none with a negative zero', () => {
  expect(cellOf({ latitude: -0.01, longitude: -180 })).toEqual(cellOf({ latitude: 0.01, longitude: 180 }))
  expect(Object.is(cellOf({ latitude: -0.01, longitude: 0 }).latitude, 0)).toBe(true)
})
