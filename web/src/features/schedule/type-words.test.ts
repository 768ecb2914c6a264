import { findAlertType } from '@eot/contract/vocabulary'
import { expect, test } from 'vitest'
import { eventsText } from './type-words.ts'

const vape = findAlertType('Vape')?.Id ?? ''
const motion = findAlertType('Motion')?.Id ?? ''

test.each([
  { words: 'all alerts', events: ['AlertStarted'], types: 'All' },
  { words: 'Vape and Motion', events: ['AlertStarted', 'AlertEnded'], types: [motion, vape] },
  { words: 'devices that go offline', events: ['DeviceOffline'], types: 'All' },
  {
    words: 'devices that go offline or come online',
    events: ['DeviceOnline', 'DeviceOffline'],
    types: [vape],
  },
  { words: 'Vape and devices that go offline', events: ['AlertStarted', 'DeviceOffline'], types: [vape] },
] as const)('a subscription tells about “$words”', ({ words, events, types }) => {
  expect(eventsText({ Events: [...events], AlertTypes: types === 'All' ? 'All' : [...types] })).toBe(words)
})
