import { expect, test } from 'vitest'
import { byRank, markedParts, matches } from './match.ts'

test('each searched word must begin a word of the text', () => {
  expect(matches('Live Sensor Data', 'sen li')).toBe(true)
  expect(matches('Live Sensor Data', 'ensor')).toBe(false)
  expect(matches('Live Sensor Data', '')).toBe(true)
})

test('texts that begin with the search come first, then shorter ones', () => {
  expect(['User Lists', 'Live Sensor Data', 'Lists'].toSorted(byRank('li'))).toEqual([
    'Lists',
    'Live Sensor Data',
    'User Lists',
  ])
})

test('the found beginnings of words are marked', () => {
  const marked = (text: string, search: string) =>
    markedParts(text, search)
      .map(({ text, found }) => (found ? `[${text}]` : text))
      .join('')
  expect(marked('Library East', 'li e')).toBe('[Li]brary [E]ast')
  expect(marked('Public Library', 'li')).toBe('Public [Li]brary')
  expect(marked('Gym', '')).toBe('Gym')
})
