import type { Alert } from '@eot/contract/alerts'
import { describe, expect, test } from 'vitest'
import { openAlert } from '../../../test/open-alert.ts'
import { alertStory, isLow } from './alert-story.ts'

const now = Date.parse('2026-11-17T16:50:00Z')

const vape = openAlert({ StartAt: '2026-11-17T16:36:04.000Z', PeakAt: '2026-11-17T16:38:20.000Z' })
const cold: Alert = {
  ...vape,
  Type: { ...vape.Type, Key: 'TemperatureLow' },
  ...{ Sensor: 'temperature', Unit: '°C', Value: 15.5, Peak: 11.2, Threshold: 16, ClearLevel: 17 },
}
const offline: Alert = {
  ...vape,
  Type: { ...vape.Type, Key: 'Offline' },
  ...{ Sensor: null, Value: null, Peak: null, PeakAt: null, Threshold: null, ClearLevel: null },
}
const ended = { EndAt: '2026-11-17T16:49:12.000Z', Duration: 788 } as const

const story = (alert: Alert, unit = '') => {
  const text = alertStory(alert, {
    value: (value) => `${value} ${unit}`.trim(),
    level: (level) => `${level} ${unit}`.trim(),
    now,
    zone: 'America/Chicago',
  })
  // Locale data versions differ in the space before AM and PM.
  return text.replaceAll('\u202f', ' ')
}

describe('the story of an alert', () => {
  test.each<[string, Alert, string]>([
    [
      'that is open',
      vape,
      'Vape rose above the alert level of 50: 62 at 10:36 AM. The highest value was 84, at 10:38 AM. It has been open for 13 min 56 s.',
    ],
    [
      'that cleared',
      { ...vape, ...ended, EndReason: 'Cleared' },
      'Vape rose above the alert level of 50: 62 at 10:36 AM. The highest value was 84, at 10:38 AM. It ended at 10:49 AM, after 13 min 8 s, when the value was back at 35 or below.',
    ],
    [
      'that was never higher than when it was raised',
      { ...vape, ...ended, EndReason: 'Quiet', Peak: 62, PeakAt: vape.StartAt },
      'Vape rose above the alert level of 50: 62 at 10:36 AM. It ended at 10:49 AM, after 13 min 8 s, because no further events were reported.',
    ],
    [
      'that was raised exactly at the limit',
      { ...vape, Value: 50, Peak: 50 },
      'Vape rose to the alert level of 50 at 10:36 AM. It has been open for 13 min 56 s.',
    ],
    [
      'that a user ended',
      { ...vape, ...ended, Peak: 62, EndReason: 'EndedByUser', EndedBy: { Id: 'u', Name: 'Maria Reyes' } },
      'Vape rose above the alert level of 50: 62 at 10:36 AM. Maria Reyes ended it at 10:49 AM, after 13 min 8 s.',
    ],
    [
      'that a deleted user ended',
      { ...vape, ...ended, Peak: 62, EndReason: 'EndedByUser' },
      'Vape rose above the alert level of 50: 62 at 10:36 AM. Someone ended it at 10:49 AM, after 13 min 8 s.',
    ],
    [
      'whose device is offline',
      { ...offline },
      'The device went offline at 10:36 AM. It has been offline for 13 min 56 s.',
    ],
    [
      'whose device came back',
      { ...offline, ...ended, EndReason: 'Online' },
      'The device went offline at 10:36 AM. It came back online at 10:49 AM, after 13 min 8 s.',
    ],
    [
      'of tampering',
      {
        ...vape,
        ...ended,
        ...{ Sensor: 'tamper', Value: 1, Peak: 1, Threshold: 1, ClearLevel: 0.5, EndReason: 'Cleared' },
      },
      'The device reported tampering at 10:36 AM. It ended at 10:49 AM, after 13 min 8 s, when tampering was no longer reported.',
    ],
    [
      'that is unstable and open',
      { ...vape, Peak: 62, Unstable: true },
      'Vape rose above the alert level of 50: 62 at 10:36 AM. It has been open for 13 min 56 s. It kept recurring, so it stays open until the value has been normal for 30 minutes.',
    ],
    [
      'whose values have stopped',
      { ...vape, Peak: 62, Stale: true },
      'Vape rose above the alert level of 50: 62 at 10:36 AM. It has been open for 13 min 56 s. The device no longer sends these values, so this may be out of date.',
    ],
    [
      'that was unstable',
      { ...vape, ...ended, Peak: 62, Unstable: true, EndReason: 'Moved' },
      'Vape rose above the alert level of 50: 62 at 10:36 AM. It ended at 10:49 AM, after 13 min 8 s, because the device or its site was moved. It kept recurring, so it was kept open.',
    ],
    [
      'without a value',
      { ...vape, Value: null, Peak: null, PeakAt: null },
      'Vape raised an alert at 10:36 AM. It has been open for 13 min 56 s.',
    ],
  ])('%s', (_which, alert, expected) => {
    expect(story(alert)).toBe(expected)
  })

  test.each<[string, Alert, string]>([
    [
      'that is open',
      cold,
      'Temperature fell below the alert level of 16 °C: 15.5 °C at 10:36 AM. The lowest value was 11.2 °C, at 10:38 AM. It has been open for 13 min 56 s.',
    ],
    [
      'that cleared',
      { ...cold, ...ended, EndReason: 'Cleared' },
      'Temperature fell below the alert level of 16 °C: 15.5 °C at 10:36 AM. The lowest value was 11.2 °C, at 10:38 AM. It ended at 10:49 AM, after 13 min 8 s, when the value was back at 17 °C or above.',
    ],
    [
      'that was raised exactly at the limit',
      { ...cold, Value: 16, Peak: 16 },
      'Temperature fell to the alert level of 16 °C at 10:36 AM. It has been open for 13 min 56 s.',
    ],
  ])('with a value that is too low %s', (_which, alert, expected) => {
    expect(story(alert, '°C')).toBe(expected)
  })

  test('shows exact levels even where readings are rounded', () => {
    const sound = { ...vape, ...ended, Value: 96.4, Peak: 96.4, Threshold: 95, ClearLevel: 85.5 }
    const text = alertStory(
      { ...sound, Sensor: 'sound', EndReason: 'Cleared' },
      { value: (value) => `${Math.round(value)}`, level: String, now, zone: 'America/Chicago' },
    )
    expect(text).toContain('Sound rose above the alert level of 95: 96')
    expect(text).toMatch(/when the value was back at 85\.5 or below\.$/)
  })

  test('names a day once, and only when it is not today or differs from the one before', () => {
    const past = {
      ...vape,
      StartAt: '2026-11-16T05:50:00.000Z',
      PeakAt: '2026-11-16T05:55:00.000Z',
      EndAt: '2026-11-16T06:10:00.000Z',
      Duration: 1200,
      EndReason: 'RuleChanged',
    } as const
    expect(story(past)).toBe(
      'Vape rose above the alert level of 50: 62 on Sun, Nov 15 at 11:50 PM. The highest value was 84, at 11:55 PM. It ended on Mon, Nov 16 at 12:10 AM, after 20 min, because its rule was changed.',
    )
    const lastYear = {
      ...past,
      StartAt: '2025-12-31T05:50:00.000Z',
      PeakAt: '2025-12-31T05:55:00.000Z',
    } as const
    expect(story({ ...lastYear, EndAt: '2025-12-31T05:58:00.000Z' })).toContain(
      'on Tue, Dec 30, 2025 at 11:50 PM',
    )
  })
})

test.each([
  [50, 35, 62, false],
  [16, 17, 15, true],
  [50, 50, 62, false],
  [16, 16, 15, true],
  [null, null, null, false],
])('raised at %s, clear at %s with %s: low is %s', (Threshold, ClearLevel, Value, low) => {
  expect(isLow({ ...vape, Threshold, ClearLevel, Value })).toBe(low)
})
