import { normalizeMac } from '@eot/contract/mac'
import { describe, expect, test } from 'vitest'
import { isWholeMac, typedMac } from './mac-input.ts'

const typed = (raw: string) => typedMac(raw, raw.length)

describe('typing a hardware address', () => {
  test.each([
    ['a', 'A'],
    ['a4', 'A4'],
    ['a4c', 'A4:C'],
    ['a4:cf:1', 'A4:CF:1'],
    ['a4:cf:', 'A4:CF'],
    ['xyz', ''],
    ['A4:CF:12:7B:03:9E5', 'A4:CF:12:7B:03:9E'],
  ])('%s becomes %s', (raw, text) => {
    expect(typed(raw)).toEqual({ text, cursor: text.length })
  })

  test('the cursor stays after the same digits', () => {
    expect(typedMac('a4cff127b', 4)).toEqual({ text: 'A4:CF:F1:27:B', cursor: 5 })
  })
})

describe('pasting a hardware address', () => {
  test.each([
    'a4:cf:12:7b:03:9e',
    'A4-CF-12-7B-03-9E',
    'a4cf.127b.039e',
    'A4CF127B039E',
    'a4 cf 12 7b 03 9e',
    ' a4cf127b039e\n',
    'MAC: A4:CF:12:7B:03:9E',
    'Mac address a4cf127b039e (label)',
  ])('%j is parsed as the server parses it', (raw) => {
    expect(typed(raw).text).toBe('A4:CF:12:7B:03:9E')
    expect(typed(raw).text).toBe(normalizeMac('A4CF127B039E'))
  })
})

test('an address is complete with twelve digits', () => {
  expect(isWholeMac('A4:CF:12:7B:03:9E')).toBe(true)
  expect(isWholeMac('A4:CF:12:7B:03:9')).toBe(false)
  expect(isWholeMac('')).toBe(false)
})
