import type { AuditEntry } from '@eot/contract/audit'
import { expect, test } from 'vitest'
import { actionText, changeLines, fieldText, type Reader, valueText } from './history-words.ts'

const reader: Reader = { zone: 'America/Chicago', measurement: 'Imperial' }

test('an action without a text of its own is spelled out', () => {
  expect(actionText('session.started')).toBe('Signed in')
  expect(actionText('device_group.deleted')).toBe('Device group deleted')
})

test.each([
  ['FullName', 'Full name'],
  ['Name', 'Name'],
  ['TimeZone', 'Time zone'],
  ['IsActive', 'Active'],
  ['ECO2', 'CO₂ (estimated) high'],
  ['CO', 'CO high'],
])('the field %s is shown as %s', (name, text) => expect(fieldText(name)).toBe(text))

test.each([
  [null, 'none'],
  ['', 'none'],
  [[], 'none'],
  [true, 'yes'],
  [false, 'no'],
  [0, '0'],
  ['Gym', 'Gym'],
  [['Gym', 'Hall'], 'Gym, Hall'],
  [{ Id: '1', Name: 'Gym' }, 'Gym'],
  [{ Id: null, Name: null }, 'another site'],
  [{ Cooldown: 90, IsActive: true }, 'Cooldown: 1 min 30 s, Active: yes'],
])('the value %j is shown as %s', (value, text) => expect(valueText(value, reader)).toBe(text))

test('an instant is shown in the time zone of the reader', () => {
  expect(valueText('2026-11-22T15:04:00.000Z', reader)).toMatch(/Nov 22, 2026.*9:04:00.*CST/)
})

test.each<[title: string, changes: Record<string, [unknown, unknown]>, lines: string[]]>([
  ['a field', { Name: ['Gym', 'Hall'] }, ['Name: Gym → Hall']],
  ['a record by its name', { Site: [null, { Id: '1', Name: 'Gym' }] }, ['Site: none → Gym']],
  [
    'only the changed fields of a rule, in units of the reader',
    {
      Temperature: [
        { RaiseLevel: 30, RaiseHold: 60, IsActive: true },
        { RaiseLevel: 35, RaiseHold: 120, IsActive: true },
      ],
    },
    ['Temperature high, raise at: 86.0 °F → 95.0 °F', 'Temperature high, hold: 1 min → 2 min'],
  ],
  [
    'a rule that is set no longer as inherited',
    { Rules: [{ ECO2: { RaiseLevel: 1000 } }, null] },
    ['CO₂ (estimated) high, raise at: 1,000 ppm → inherited'],
  ],
  [
    'a subscription in words',
    {
      StartTime: [null, 7],
      EndTime: [null, 17.5],
      Days: [null, ['Monday', 'Friday']],
      Events: [null, ['AlertStarted', 'DeviceOffline']],
      AlertTypes: [null, ['ECO2', 'CO']],
      RemindAfter: [null, 90],
    },
    [
      'Start time: none → 7:00 AM',
      'End time: none → 5:30 PM',
      'Days: none → Monday, Friday',
      'Events: none → alert starts, device goes offline',
      'Alert types: none → CO₂ (estimated) high, CO high',
      'Remind after: none → 1 h 30 min',
    ],
  ],
  ['a setting without the word settings', { 'Settings.Theme': [null, 'Dark'] }, ['Theme: none → Dark']],
  ['a value that stays empty not at all', { Rules: [null, {}] }, []],
  ['a text that stays empty not at all', { Description: [null, ''] }, []],
])('changes show %s', (_title, changes, lines) => {
  const shown = changeLines({ Action: 'group.updated', Changes: changes }, reader).map(
    ({ field, before, after }) => `${field}: ${before} → ${after}`,
  )
  expect(shown).toEqual(lines)
})

test.each(['system_message.created', 'user.invited', 'user.registered'])(
  '%s shows only the values of the new record, not the empty values before',
  (Action) => {
    const Changes: Record<string, [unknown, unknown]> = {
      Title: [null, 'Fire drill'],
      IsActive: [null, true],
      Description: [null, ''],
    }
    expect(changeLines({ Action, Changes }, reader)).toEqual([
      { field: 'Title', before: undefined, after: 'Fire drill' },
      { field: 'Active', before: undefined, after: 'yes' },
    ])
  },
)

test('a deleted record is shown with its former values only', () => {
  const Changes: AuditEntry['Changes'] = { Name: ['Lab', null], IsActive: [true, null] }
  expect(changeLines({ Action: 'device.deleted', Changes }, reader)).toEqual([
    { field: 'Name', before: 'Lab', after: undefined },
    { field: 'Active', before: 'yes', after: undefined },
  ])
})
