import { expect, test } from 'vitest'
import { sourcesOf } from './range-groups.ts'

const minute = 60_000

test('devices with the same range have one statement', () => {
  const ranges = Array.from({ length: 50 }, (_, no) => ({ no, from: 0, to: no < 30 ? minute : 2 * minute }))
  const sources = sourcesOf('reading', 'at', ranges)
  expect(sources.map(({ groups }) => groups.map(({ nos }) => nos.length))).toEqual([[30], [20]])
})

test('however many ranges there are, the number of statements is limited, and no device is left out', () => {
  const ranges = Array.from({ length: 100 }, (_, minutes) =>
    Array.from({ length: 25 }, (_, no) => ({ no, from: minutes * minute, to: (minutes + 1) * minute })),
  ).flat()
  const sources = sourcesOf('reading', 'at', ranges)
  expect(sources).toHaveLength(9)
  const read = sources.flatMap(({ groups }) =>
    groups.flatMap(({ range, nos }) => nos.map((no) => ({ ...range, no }))),
  )
  const inOrder = (all: typeof ranges) => all.toSorted((a, b) => a.from - b.from || a.no - b.no)
  expect(inOrder(read)).toEqual(ranges)
})
