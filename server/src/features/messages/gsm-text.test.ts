import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitText, isOneText, toGsm } from './gsm-text.ts'

test.each([
  ['PM₂.₅ “high” – 3 °C', 'PM2.5 "high" - 3 C'],
  ['Señor Müller’s café…', "Señor Müller's café..."],
  ['Dvořák, Łódź', 'Dvorak, Lodz'],
  ['CO₂ 1 200 µg/m³', 'CO2 1 200 ug/m3'],
])('%s is sent as %s', (text, sent) => {
  expect(toGsm(text)).toBe(sent)
})

test.each(['会议室', 'мера'])('characters without a plain counterpart stay: %s', (text) => {
  expect(toGsm(text)).toContain(text[0])
})

test.each([
  ['160 plain characters', 'a'.repeat(160), true],
  ['161 plain characters', 'a'.repeat(161), false],
  ['80 characters of the extension table', '{'.repeat(80), true],
  ['81 characters of the extension table', '{'.repeat(81), false],
  ['70 other characters', '会'.repeat(70), true],
  ['71 other characters', '会'.repeat(71), false],
])('%s fit into one text message: %s', (_title, text, fits) => {
  expect(isOneText(text)).toBe(fits)
})

const place = { text: `Restroom ${'of the east wing '.repeat(9)}`, isShortenable: true }
const link = { text: 'https://portal.example/a/0190' }

test('optional parts are left out before words of names', () => {
  const text = fitText([
    { text: 'Vape' },
    { text: 'Restroom 2F', isShortenable: true },
    link,
    { text: 'x '.repeat(70), isOptional: true },
  ])
  expect(text).toBe('Vape Restroom 2F https://portal.example/a/0190')
})

test('a long name loses whole words, and what follows it stays', () => {
  const text = fitText([{ text: 'Vape' }, place, link])
  expect(isOneText(text)).toBe(true)
  expect(text).toMatch(/^Vape Restroom of the [a-z ]+\.\.\. https:\/\/portal\.example\/a\/0190$/)
})

test('punctuation stays after a part that was shortened', () => {
  expect(fitText([{ ...place, end: ':' }, { text: '62 %' }])).toMatch(/[a-z]\.\.\.: 62 %$/)
})

test('a single word is never cut, even if it does not fit', () => {
  const word = 'W'.repeat(170)
  expect(fitText([{ text: word, isShortenable: true }])).toBe(word)
})

test('line breaks and runs of spaces become single spaces', () => {
  expect(fitText([{ text: ' Room\r\n1 ' }, { text: '' }, { text: '62  %' }])).toBe('Room 1 62 %')
})

test('whatever the names, every word of a text is a word of its parts', () => {
  const words = fc.array(fc.stringMatching(/^[A-Za-z0-9äé]{1,14}$/), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(words, words, (name, site) => {
      const text = fitText([
        { text: 'Alert' },
        { text: name.join(' '), isShortenable: true },
        { text: site.join(' '), isShortenable: true },
      ])
      const known = new Set(['Alert', ...name, ...site])
      expect(text.split(' ').filter((word) => !known.has(word.replace(/\.\.\.$/, '')))).toEqual([])
      expect(isOneText(text)).toBe(true)
    }),
  )
})
