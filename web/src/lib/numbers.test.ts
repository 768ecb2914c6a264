import { describe, expect, test } from 'vitest'
import { numberEntry, readNumber } from './numbers.ts'

describe('a number typed in the locale', () => {
  test.each([
    ['en-US', '1,200', 1200],
    ['en-US', '1.2', 1.2],
    ['en-US', '1,234,567.25', 1_234_567.25],
    ['en-US', ' -60 ', -60],
    ['en-US', '−60', -60],
    ['de-DE', '1.200', 1200],
    ['de-DE', '1,2', 1.2],
    ['es-ES', '1.200', 1200],
    ['fr-FR', '1 200,5', 1200.5],
    ['de-CH', "1'200.5", 1200.5],
    ['en-IN', '12,34,567', 1_234_567],
    ['ar-EG', '١٬٢٠٠٫٥', 1200.5],
    ['ar-EG', '1200', 1200],
  ])('%s: %s is read as %d', (locale, typed, expected) => {
    expect(readNumber(typed, locale)).toBe(expected)
  })

  test.each([
    ['en-US', '1,2'],
    ['en-US', '0,5'],
    ['en-US', '1,20,000'],
    ['en-US', '1 200'],
    ['en-US', '1200,000.5'],
    ['de-DE', '1.5'],
    ['de-DE', '1.200.5'],
    ['en-US', ',200'],
    ['en-US', '1e3'],
    ['en-US', '0x10'],
    ['en-US', '12abc'],
    ['en-US', '--5'],
    ['en-US', '5-'],
    ['en-US', ''],
    ['en-US', '∞'],
  ])('%s: %j is refused, as it is no number or could be meant as two', (locale, typed) => {
    expect(readNumber(typed, locale)).toBeUndefined()
  })

  const values = [0, 0.5, -0.25, 9, 12.34, 999.9, 1000, -1234.5, 12_345, 1_234_567.89, -9_999_999]
  test.each([
    'en-US',
    'en-GB',
    'en-IN',
    'de-DE',
    'de-CH',
    'fr-FR',
    'es-ES',
    'pl-PL',
    'ar-EG',
    'he-IL',
    'fa-IR',
  ])('%s: whatever the portal shows is read back as the same number', (locale) => {
    const shown = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, signDisplay: 'negative' })
    expect(values.map((value) => readNumber(shown.format(value), locale))).toEqual(values)
    expect(values.map((value) => readNumber(numberEntry(value, locale), locale))).toEqual(values)
  })
})
