import { expect, test } from 'vitest'
import { gapsBetween } from './minute-gaps.ts'

const span = (from: number, to: number) => ({ from, to })

test.each([
  ['no spans', [], [span(0, 10)]],
  ['the whole range', [span(0, 10)], []],
  ['spans in any order', [span(6, 7), span(2, 3)], [span(0, 2), span(3, 6), span(7, 10)]],
  ['overlapping spans', [span(1, 5), span(2, 3), span(4, 8)], [span(0, 1), span(8, 10)]],
  ['spans that reach over the ends', [span(-5, 1), span(9, 20)], [span(1, 9)]],
  ['spans outside', [span(-5, 0), span(10, 20)], [span(0, 10)]],
])('gaps between %s', (_, spans, gaps) => {
  expect(gapsBetween(spans, span(0, 10))).toEqual(gaps)
})
