import i18next from 'i18next'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { first } from './es/first.ts'
import { later } from './es/later.ts'
import type { Translated } from './es/translated.ts'

/** All texts by key, as `imports.about_one`. */
function textsOf(value: unknown, key: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[key, value]]
  return Object.entries(value ?? {}).flatMap(([name, part]) =>
    textsOf(part, key === '' ? name : `${key}.${name}`),
  )
}
const es: Translated<typeof en> = { ...first, ...later }
const english = textsOf(en, '')
const spanish = new Map(textsOf(es, ''))
const pairs = english.map(([key, text]) => ({ key, english: text, spanish: spanish.get(key) ?? '' }))
const found = (pattern: RegExp) => (text: string) => [...text.matchAll(pattern)].map(([match]) => match)

test('every text of the English catalog is in the Spanish one, and no other', () => {
  expect([...spanish.keys()].toSorted()).toEqual(english.map(([key]) => key).toSorted())
  expect([...spanish.values()]).not.toContain('')
})

test('a key that is missing or not in English is a type error', () => {
  const shape = { title: 'Title', part: { name: 'Name' } } as const
  const wrong: Translated<typeof shape>[] = [
    // @ts-expect-error: part.name is missing
    { title: 'Título', part: {} },
    // @ts-expect-error: part.other is not in English
    { title: 'Título', part: { name: 'Nombre', other: 'Otro' } },
  ]
  expect(wrong).toHaveLength(2)
})

test('each text has the placeholders, with their formats, and the tags of the English one', () => {
  const parts = found(/\{\{[^}]+\}\}|<\/?\w+>/g)
  const wrong = pairs.filter((pair) => {
    const [one, other] = [parts(pair.english).toSorted(), parts(pair.spanish).toSorted()]
    return one.join() !== other.join()
  })
  expect(wrong).toEqual([])
})

test('each text ends as the English one does: as a sentence, a question or a label', () => {
  const end = (text: string) => /[.…:?!]$/.exec(text)?.[0]
  expect(pairs.filter((pair) => end(pair.spanish) !== end(pair.english))).toEqual([])
})

test('no text is left in English', () => {
  const same = pairs.filter((pair) => pair.spanish === pair.english && hasWords(pair.english))
  expect(same.filter((pair) => !isSameInSpanish(pair)).map(({ key }) => key)).toEqual([])
  const halfEnglish = pairs.filter(
    (pair) =>
      !same.includes(pair) && /\b(the|of|and|is|are|with|for)\b/i.test(withoutPlaceholders(pair.spanish)),
  )
  expect(halfEnglish).toEqual([])
})

test('labels are not much longer than in English, so that they fit where they are shown', () => {
  const isLabel = (text: string) => text.length <= 24 && !/[.?!]/.test(text)
  const long = pairs.filter(
    (pair) => isLabel(pair.english) && pair.spanish.length > 1.8 * pair.english.length + 4,
  )
  expect(new Set(long.map((pair) => pair.english))).toEqual(longInSpanish)
})

test('questions begin with a question mark, and nobody is addressed as tú', () => {
  const questions = pairs.filter(({ spanish: text }) => {
    return found(/¿/g)(text).length !== found(/[\p{L}\d}”]\?/gu)(text).length
  })
  expect(questions).toEqual([])
  const familiar = /(?<!\p{L})(tú|tu|tus|te|ti|puedes|tienes|quieres|haz|elige)(?!\p{L})/iu
  expect(pairs.filter(({ spanish: text }) => familiar.test(text))).toEqual([])
})

test('each concept has one word, as in docs/glossary.es.md', () => {
  const others = /\b(reporte|reportar|añad|lista negra|e-?mail|incidencia|salas?\b|aulas?\b|dispara)/i
  expect(pairs.filter(({ spanish: text }) => others.test(withoutPlaceholders(text)))).toEqual([])
})

/** Spanish has a separate plural form for millions, which no text needs. */
test('counts of a million use a Spanish plural', async () => {
  expect(new Intl.PluralRules('es').select(1_000_000)).toBe('many')
  const portal = i18next.createInstance()
  await portal.init({
    lng: 'es',
    fallbackLng: 'en',
    resources: { en: { translation: en }, es: { translation: es } },
  })
  const plurals = pairs.filter(({ key }) => key.endsWith('_other'))
  expect(plurals.length).toBeGreaterThan(100)
  for (const { key, spanish: text } of plurals) {
    const plural = key.replace(/_other$/, '') as 'alerts.total' // all keys of plurals are like it
    expect(portal.t(plural, { count: 1_000_000, skipInterpolation: true })).toBe(text)
  }
})

const withoutPlaceholders = (text: string) => text.replaceAll(/\{\{[^}]+\}\}/g, '')
const hasWords = (text: string) => /\p{L}/u.test(withoutPlaceholders(text))

/** Names, abbreviations, units, headings of a file, and words that both languages have. */
function isSameInSpanish(pair: { key: string; english: string }): boolean {
  const words = withoutPlaceholders(pair.english)
    .replaceAll(/[\d:,.]/g, '')
    .trim()
  return sameWords.has(words) || /^imports\.file\.format\.\w+\.\d\.0$/.test(pair.key)
}

const sameWords = new Set([
  ...['EoT', 'EoT LIVE', 'EPA', 'NowCast  h', 'Digest', 'SHA-', 'webhook-id', 'config'],
  ...['CSV', 'PNG', 'PDF', 'Parquet', 'JSON', 'XML', 'MQTT', 'HTTP', 'ESPHome', 'TLS', 'Cookies'],
  ...['d', 'h', 'min', 's', 'ms', '%RH', 'CO', 'NH₃', 'NO₂', 'IAQ', 'PM', 'TVOC'],
  ...['sensor', 'Sensor', 'Gas', 'General', 'Real', 'real', 'no', 'Roles', 'Token'],
  ...['Variables', 'Webhook', 'Webhooks', 'Temp', 'firmware', 'English', 'Español', 'ID'],
])

/** English labels that have no short Spanish one. */
const longInSpanish = new Set([
  ...['EMAIL', 'Email', 'Auth', 'Zip', 'yes or no', 'Any', 'Hold', 'Audit log'],
  ...['on', 'On', 'off', 'Off', 'Invited', 'Password reset', 'Top devices'],
  ...['All ratings', '{{type}} is fair'],
])
