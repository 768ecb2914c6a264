import { expect, test } from 'vitest'
import { judgedRooms } from './judged-rooms.ts'

const [district, school, wing, gym] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
const pathOf = (...ids: (string | undefined)[]) => `${ids.join('/')}/`
const rooms = (count: number, ...ids: (string | undefined)[]) =>
  Array.from({ length: count }, (_, room) => ({ room, path: pathOf(district, ...ids) }))

test.each([
  ['at their own site if it has enough', rooms(5, school), [district, school], 5],
  ['and not above it', rooms(5, school), [district], 0],
  [
    'above, if their own site has too few',
    [...rooms(3, school, wing), ...rooms(2, school, gym)],
    [district, school],
    5,
  ],
  [
    'with those that are judged below',
    [...rooms(6, school, wing), ...rooms(2, school, gym)],
    [district, school],
    2,
  ],
] as const)('rooms are judged %s', (_where, given, site, judged) => {
  expect(judgedRooms(given, pathOf(...site))).toHaveLength(judged)
})
