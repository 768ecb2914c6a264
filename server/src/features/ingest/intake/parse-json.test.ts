import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test.each(['NaN', 'nan', '-nan', 'Infinity', '-Infinity', '+inf', 'inf', '-INF'])(
  '%s is not a finite number, and the rest is read',
  (bare) => {
    const text = `[{"a": ${bare}, "b":${bare},"NaN":1,"c":"NaN, \\"inf, NaN","d":[${bare},\n${bare}]}]`
    const Infinite = Number.POSITIVE_INFINITY
    expect(parseJson(text)).toEqual([
      { a: Infinite, b: Infinite, NaN: 1, c: 'NaN, "inf, NaN', d: [Infinite, Infinite] },
    ])
  },
)

test.each([
  'NaN',
  '{NaN}',
  '{"a":1NaN}',
  '{"a":5-inf}',
  '{"a":NaNs}',
  '{"a":"NaN}',
  '{"NaN',
  '',
  '{"a":infinite}',
])('%s is not valid', (text) => expect(parseJson(text)).toBeUndefined())

test.each([
  ['quotes', '\\"'.repeat(130_000)],
  ['backslashes', '\\'.repeat(250_000)],
  ['bare values', ' nan'.repeat(60_000)],
  ['an open text', `"${'x'.repeat(250_000)}`],
])('a message full of %s takes no long time', (_, filling) => {
  const start = performance.now()
  expect(parseJson(`{"a":NaN,"b":"${filling}`)).toBeUndefined()
  expect(parseJson(`{"a":NaN,${filling}`)).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(1000)
})
