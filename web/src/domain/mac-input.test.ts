import { normalizeMac } from '@eot/contract/mac'
import { describe, expect, test } from 'vitest'
import { isWholeMac, typedMac, writtenMac } from './mac-input.ts'

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
    'VS2024-A4CF127B039E',
    'HS-1000-A4CF127B039E',
    'https://x.example/d/1a2b-A4CF127B039E',
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

describe('the codes of a label', () => {
  test.each([
    ['an address', ['A4CF127B039E']],
    ['a text with an address', ['MAC: a4cf.127b.039e SN 7']],
    ['a URL with an address', ['https://sensors.example/setup?mac=A4-CF-12-7B-03-9E']],
    ['a serial number beside the address', ['SN-2026-00417', 'A4CF127B039E']],
    ['a number before the address', ['Model 2026 A4:CF:12:7B:03:9E']],
    ['a model before the address', ['VS2024-A4CF127B039E']],
    ['a model and a dash before the address', ['HS-1000-A4CF127B039E']],
    ['a URL with a model before the address', ['https://x.example/d/1a2b-A4CF127B039E']],
  ])('contain %s', (_name, texts) => {
    expect(writtenMac(texts)).toBe('A4:CF:12:7B:03:9E')
  })

  test.each([
    ['no code', []],
    ['a URL', ['https://www.sensorfactory.example/setup/device']],
    ['a URL with a UUID', ['https://x.example/550e8400-e29b-41d4-a716-446655440000']],
    ['a date with a time', ['Made 2026-11-17 10:42:33']],
    ['a longer number', ['A4CF127B039E5']],
    ['digits spread over several codes', ['A4CF12', '7B039E']],
  ])('contain no address: %s', (_name, texts) => {
    expect(writtenMac(texts)).toBeUndefined()
  })
})
