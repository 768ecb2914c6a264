import { expect, test } from 'vitest'
import { actionText, fieldText, valueText } from './history-words.ts'

test('an action without a text of its own is spelled out', () => {
  expect(actionText('session.started')).toBe('Signed in')
  expect(actionText('device_group.changed')).toBe('Device group changed')
})

test.each([
  ['FullName', 'Full name'],
  ['Name', 'Name'],
  ['TimeZone', 'Time zone'],
  ['Settings.ReportInterval', 'Settings report interval'],
  ['CO', 'CO'],
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
  [{ RaiseLevel: 50, IsActive: true }, 'Raise level: 50, Is active: yes'],
])('the value %j is shown as %s', (value, text) => expect(valueText(value)).toBe(text))
