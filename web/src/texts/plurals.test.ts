import { expect, test } from 'vitest'
import { first } from './en/first.ts'
import { later } from './en/later.ts'

/** All texts by key, as `imports.about_one`. */
function textsOf(value: unknown, key: string): [key: string, text: string][] {
  if (typeof value === 'string') return [[key, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => textsOf(part, key === '' ? name : `${key}.${name}`))
}
const texts = [...textsOf(first, ''), ...textsOf(later, '')]
const isPlural = (key: string) => /_(zero|one|other)$/.test(key)

test('a text with a count also has a singular, so that none reads “1 lines”', () => {
  const counted = /\{\{(count|days|lines|rows|total)\}\} (\w+ )?\w+s\b/
  const wrong = texts.filter(([key, text]) => counted.test(text) && !isPlural(key) && !allowed.has(key))
  expect(wrong).toEqual([])
  expect(texts.length).toBeGreaterThan(500)
})

test('each plural has both forms', () => {
  const keys = new Set(texts.map(([key]) => key))
  const lonely = [...keys].filter(
    (key) =>
      (key.endsWith('_one') && !keys.has(key.replace(/_one$/, '_other'))) ||
      (key.endsWith('_other') && !keys.has(key.replace(/_other$/, '_one'))),
  )
  expect(lonely).toEqual([])
})

/** Texts whose number is never 1. */
const allowed = new Set([
  'imports.file.limits',
  'dashboard.outage.title',
  'dashboard.offAtSites',
  'sensors.stream.choose',
  'told.forgotten',
  'told.why.forgotten',
])
