import { describe, expect, test } from 'vitest'
import { columnKeys } from '../../readings/index.ts'
import { isRefusal, parseSample } from './sample.ts'

const now = Date.UTC(2026, 10, 20, 12)
const oldest = now - 90 * 86_400_000
const parse = (sample: unknown) => parseSample(sample, now, oldest)
const parsedValue = (sample: unknown, key: string) => {
  const parsed = parse(sample)
  return isRefusal(parsed) ? parsed.reason : parsed.values[(columnKeys as readonly string[]).indexOf(key)]
}

test.each<[string, unknown, string]>([
  ['text', 'hello', 'not a sample'],
  ['a number', 5, 'not a sample'],
  ['null', null, 'not a sample'],
  ['a list in a list', [[]], 'not a sample'],
  ['no readings', { at: now }, 'no readings'],
  ['empty readings', { readings: {} }, 'no readings'],
  ['an unknown key', { readings: { CO: 1 }, color: 'red' }, 'unknown key'],
  ['an unknown kind alone', { readings: { radon: 1 } }, 'unknown sensor kind'],
  ['a name every object has', { readings: { constructor: 1 } }, 'unknown sensor kind'],
  ['text for a value', { readings: { CO: '1' } }, 'not a finite number'],
  ['an impossible value', { readings: { humidity: 101 } }, 'out of range'],
  ['a clock at 1970', { at: 1000, readings: { CO: 1 } }, 'older than the retention'],
  ['a time without a zone', { at: '2026-11-20T12:00:00', readings: { CO: 1 } }, 'bad time'],
  ['text that is not a time', { at: 'yesterday', readings: { CO: 1 } }, 'bad time'],
  ['a negative time', { at: -1, readings: { CO: 1 } }, 'bad time'],
  ['a time in microseconds', { at: now * 1000, readings: { CO: 1 } }, 'bad time'],
])('refuses %s', (_title, sample, reason) => {
  const parsed = parse(sample)
  expect(isRefusal(parsed) && parsed.reason).toBe(reason)
})

describe('an accepted sample', () => {
  test('without a time gets the time of arrival', () => {
    expect(parse({ readings: { CO: 1 } })).toMatchObject({ at: now, aheadMs: 0 })
  })
  test('may give its time in ISO 8601 with a zone or in milliseconds', () => {
    expect(parse({ at: '2026-11-20T12:59:00+01:00', readings: { CO: 1 } })).toMatchObject({
      at: now - 60_000,
    })
  })
  test('gets the time of arrival if its clock is more than five minutes ahead', () => {
    expect(parse({ at: now + 299_000, readings: { CO: 1 } })).toMatchObject({
      at: now + 299_000,
      aheadMs: 0,
    })
    expect(parse({ at: Date.UTC(2099, 0, 1), readings: { CO: 1 } })).toMatchObject({
      at: now,
      aheadMs: Date.UTC(2099, 0, 1) - now,
    })
  })
  test('may start the name of a kind with an upper- or lowercase letter', () => {
    expect(parsedValue({ readings: { Temperature: 21.5 } }, 'temperature')).toBe(21.5)
    expect(parsedValue({ readings: { cO: 2 } }, 'CO')).toBe(2)
    expect(parsedValue({ readings: { TEMPERATURE: 2 } }, 'temperature')).toBe('unknown sensor kind')
  })
  test('keeps its other values when one value is invalid', () => {
    const parsed = parse({ readings: { temperature: 21, humidity: 400 } })
    expect(isRefusal(parsed)).toBe(false)
    expect(parsed).toMatchObject({ refused: { reason: 'out of range' } })
  })
  test('lists every sensor whose value is impossible, whatever the first reason for refusing it', () => {
    const refused = { reason: 'unknown sensor kind', outOfRange: ['CO', 'humidity'] }
    expect(parse({ readings: { smell: 1, temperature: 21, CO: -1, humidity: 400 } })).toMatchObject({
      refused,
    })
    expect(parse({ readings: { smell: 1, CO: -1, humidity: 400 } })).toMatchObject(refused)
  })
  test('is rejected when it gives the same kind in two spellings', () => {
    expect(parse({ readings: { CO: 1, cO: 2 } })).toMatchObject({ refused: { reason: 'kind given twice' } })
  })
})
