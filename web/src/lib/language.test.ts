import { afterEach, expect, test } from 'vitest'
import { problems } from '../texts/es/problems.ts'
import { localeOf, setShownLanguage } from '../texts/language.ts'
import { compareTexts, listText } from '../texts/lists.ts'
import { numberText } from '../texts/number-format.ts'
import { messageText, problemText, setProblemTexts } from '../texts/problem-text.ts'
import { clockTime, dayText } from './time/time.ts'

afterEach(() => setShownLanguage('en'))

test.each([
  ['en', 'en-GB', [], undefined],
  ['en', 'de-DE', ['de-DE'], undefined],
  ['en', 'es-MX', ['es-MX'], 'en-MX'],
  ['en', 'es-MX', ['es-MX', 'en-CA'], 'en-CA'],
  ['es', 'es-MX', [], undefined],
  ['es', 'en-US', ['en-US', 'en'], 'es-US'],
  ['es', 'en-US', ['en-US', 'es-AR'], 'es-AR'],
  ['es', 'de-DE', [], 'es-DE'],
  ['es', 'fr', [], 'es'],
] as const)(
  'dates and numbers in %s in a browser in %s that prefers %j are written as in %s',
  (language, browser, preferred, locale) => {
    expect(localeOf(language, browser, preferred)).toBe(locale)
  },
)

test('in Spanish, dates, lists, order and plain numbers are Spanish, and times keep their form', () => {
  setShownLanguage('es')
  const at = Date.parse('2026-11-17T16:42:16Z')
  expect(dayText(at, 'UTC', at)).toMatch(/mar.*17.*nov/)
  expect(clockTime(at, 'UTC')).toMatch(/^(4:42 PM|16:42)$/)
  expect(listText(['Vapeo', 'Ruido', 'Iluminación'])).toBe('Vapeo, Ruido e Iluminación')
  expect(['Ñandú', 'Zorro', 'Nube'].toSorted((a, b) => compareTexts(a, b))).toEqual([
    'Nube',
    'Ñandú',
    'Zorro',
  ])
  expect(numberText(0.5, { style: 'percent' })).toMatch(/^50\s?%$/)
})

test('known errors of the API, which are in English, are shown in Spanish', () => {
  setProblemTexts('es', problems)
  expect(problemText('alert_ended', 'This alert has ended')).toBe('This alert has ended')
  setShownLanguage('es')
  expect(problemText('alert_ended', 'This alert has ended')).toBe('Esta alerta ha finalizado')
  expect(problemText('from_a_newer_server', 'Something new')).toBe('Something new')
  expect(messageText('Please enter a name')).toBe('Ingrese un nombre')
  expect(messageText('Please enter at least 3 characters')).toBe('Ingrese al menos 3 caracteres')
  expect(messageText('No site “High Scool”')).toBe('No hay ningún sitio “High Scool”')
  expect(messageText('Line 3: This model is retired')).toBe('Línea 3: Este modelo está retirado')
  expect(messageText('Authentication Error: Something new')).toBe('Error de autenticación: Something new')
  expect(messageText('Something new')).toBe('Something new')
})
