import { expect, test } from 'vitest'
import { zoneChoices } from './zone-choices.ts'

const groups = zoneChoices(Date.parse('2026-07-01T12:00:00Z'))

test('zones are grouped by continent and show their current time', () => {
  const europe = groups.find(({ label }) => label === 'Europe')
  const berlin = europe?.items.find(({ value }) => value === 'Europe/Berlin')
  expect(berlin?.label).toMatch(/^Europe\/Berlin, 0?2:00/)
})

test('a zone with a name of two words can be found by typing them', () => {
  const york = groups.flatMap(({ items }) => items).find(({ value }) => value === 'America/New_York')
  expect(york?.label).toContain('New York')
})

test('a city is found by its current name', () => {
  const values = groups.flatMap(({ items }) => items).map(({ value }) => value)
  expect(values).toEqual(expect.arrayContaining(['Asia/Kathmandu', 'Asia/Kolkata', 'Europe/Kyiv']))
  expect(values).not.toContain('Asia/Calcutta')
})

test('UTC can be chosen', () => {
  expect(groups.flatMap(({ items }) => items).filter(({ value }) => value === 'UTC')).toHaveLength(1)
})
