import { findAlertType } from '@eot/contract/vocabulary'
import { beforeAll, expect, test } from 'vitest'
import { setClock } from '../../texts/date-format.ts'
import { loadLaterTexts } from '../../texts/i18n.ts'
import { presets } from '../windows/week-window.ts'
import { daysText, hoursText } from '../windows/window-words.ts'
import { type Rule, sayRule, sentenceText } from './sentence.ts'

beforeAll(async () => {
  await loadLaterTexts()
  setClock('12h')
})

const names = (...all: string[]) => ({ names: all, count: all.length })
const none = names()
const typeIds = (...keys: string[]) => keys.map((key) => findAlertType(key)?.Id ?? '')

const rule: Rule = {
  ...presets.schoolDay,
  site: 'North Campus',
  AlertTypes: typeIds('Vape', 'Tamper'),
  Events: ['AlertStarted'],
  devices: none,
  groups: names('All restrooms'),
  sites: none,
  users: none,
  lists: names('Deans'),
  RemindAfter: null,
  remindUsers: none,
  remindLists: none,
}

test.each<[string, Partial<Rule>, string]>([
  ['as it is', {}, 'When Vape or Tamper starts at All restrooms, Mon to Fri 7 AM–7 PM, tell Deans.'],
  [
    'for everything, everywhere, always',
    {
      ...presets.always,
      AlertTypes: 'All',
      devices: 'All',
      groups: none,
      Events: ['AlertStarted', 'AlertEnded'],
    },
    'When any alert starts or ends at all of North Campus (with devices added later), every day all day, tell Deans.',
  ],
  [
    'about devices that stop talking',
    { devices: 'All', Events: ['DeviceOnline', 'DeviceOffline'], ...presets.weekends },
    'When a device at all of North Campus (with devices added later) goes offline or comes online, Sat and Sun all day, tell Deans.',
  ],
  [
    'about alerts and devices',
    { Events: ['AlertStarted', 'DeviceOffline'] },
    'When Vape or Tamper starts at All restrooms, or a device there goes offline, Mon to Fri 7 AM–7 PM, tell Deans.',
  ],
  [
    'overnight, with many of each',
    {
      ...presets.nights,
      AlertTypes: typeIds('Vape', 'Tamper', 'CO', 'Gas', 'Sound'),
      groups: none,
      devices: { names: ['A', 'B', 'C'], count: 7 },
      sites: names('Gym'),
      users: { names: ['Ann', 'Bo', 'Cy'], count: 12 },
    },
    'When one of 5 alert types starts at all of Gym and 7 devices (with devices added later), every day 7 PM–7 AM the next morning, tell 12 people and Deans.',
  ],
  [
    'with a reminder',
    { RemindAfter: 10 },
    'When Vape or Tamper starts at All restrooms, Mon to Fri 7 AM–7 PM, tell Deans. If nobody confirms within 10 min, remind them.',
  ],
  [
    'with a reminder for more people than are known',
    { RemindAfter: 90, remindUsers: { names: ['Ann', 'Bo', 'Cy'], count: undefined } },
    'When Vape or Tamper starts at All restrooms, Mon to Fri 7 AM–7 PM, tell Deans. If nobody confirms within 1 h 30 min, remind them and tell several people.',
  ],
  [
    'while it is still empty',
    { AlertTypes: [], groups: none, lists: none, Days: Array(7).fill(false) },
    'When no alert starts at no place yet, on no day 7 AM–7 PM, tell nobody yet.',
  ],
  [
    'without events',
    { Events: [] },
    'Choose an event at All restrooms. Then, Mon to Fri 7 AM–7 PM, Deans will be told.',
  ],
])('a subscription is read back as one sentence: %s', (_, change, wanted) => {
  expect(sentenceText({ ...rule, ...change })).toBe(wanted)
})

test('each answer in the sentence refers to its question', () => {
  const about = sayRule({ ...rule, RemindAfter: 5 }).filter((part) => part.about)
  expect(about.map((part) => `${part.about}: ${part.text}`)).toEqual([
    'what: Vape or Tamper',
    'what: starts',
    'what: All restrooms',
    'when: Mon to Fri',
    'when: 7 AM–7 PM',
    'whom: Deans',
    'whom: 5 min',
  ])
})

test.each([
  [[1, 2, 3, 4, 5], 'Mon to Fri'],
  [[0, 6], 'Sat and Sun'],
  [[2, 4, 6], 'Tue, Thu, and Sat'],
  [[0, 1], 'Mon and Sun'],
  [[0, 1, 2, 3, 4, 5, 6], 'every day'],
  [[], 'on no day'],
])('weekdays %j are called %s', (days, wanted) => {
  expect(daysText([0, 1, 2, 3, 4, 5, 6].map((day) => (days as number[]).includes(day)))).toBe(wanted)
})

test('hours follow the clock the reader prefers, and keep their minutes', () => {
  expect(hoursText({ StartTime: 7.5, EndTime: 19 })).toBe('7:30 AM–7 PM')
  expect(hoursText({ StartTime: 19, EndTime: 24 })).toBe('7 PM–12 AM')
  setClock('24h')
  expect(hoursText({ StartTime: 22, EndTime: 6 })).toBe('22:00–06:00 the next morning')
  setClock('12h')
})
