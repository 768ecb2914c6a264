import type { Hint } from '@eot/contract/hints'
import { expect, test } from 'vitest'
import { hintSentence, precisionText } from './hint-text.ts'

const id = '01900000-0000-7000-8000-000000000001'
const hint = (change: Partial<Hint>): Hint => ({
  Id: id,
  Kind: 'RoomUnlikeOthers',
  Site: { Id: id, Name: 'North Hall' },
  Device: { Id: id, Name: 'Room 5' },
  AlertId: null,
  FirstAt: '2026-11-25T10:00:00.000Z',
  LastAt: '2026-11-25T10:00:00.000Z',
  Evidence: [{ Sensor: 'temperature', Usual: 21.2, Value: 15.5 }],
  LeadSeconds: null,
  Rooms: 6,
  Days: 7,
  Dismissed: null,
  ...change,
})

test.each([
  ['Metric', {}, 'Temperature is around 15.5 °C. In the 6 other rooms nearby it is around 21.2 °C.'],
  ['Imperial', {}, 'Temperature is around 59.9 °F. In the 6 other rooms nearby it is around 70.2 °F.'],
  [
    'Metric',
    { Kind: 'SensorDrift', Days: 28 },
    'Temperature has moved from 21.2 °C to 15.5 °C in 28 days, unlike in the other rooms.',
  ],
  [
    'Metric',
    { Kind: 'ProbableSteam', LeadSeconds: 240, Evidence: [{ Sensor: 'humidity', Usual: 45, Value: 85 }] },
    'Probably steam: humidity rose 4 min before the alert, 45 %RH to 85 %RH, and TVOC did not rise.',
  ],
  [
    'Metric',
    {
      Kind: 'CorroboratedVape',
      Evidence: [
        { Sensor: 'particulate', Usual: 4, Value: 85 },
        { Sensor: 'TVOC', Usual: 120, Value: 400 },
      ],
    },
    'PM2.5 and TVOC rose with it: PM2.5 from 4.0 µg/m³ to 85.0 µg/m³ and TVOC from 120 ppb to 400 ppb.',
  ],
] as const)('a hint is told in %s units with its evidence', (measurement, change, sentence) => {
  expect(hintSentence(hint(change as Partial<Hint>), measurement)).toBe(sentence)
})

test('the precision of a kind of hint is stated only as far as people have judged such hints', () => {
  const precision = [{ Kind: 'SensorDrift', Right: 3, Wrong: 1 }] as const
  expect(precisionText([...precision], 'SensorDrift')).toBe('3 of 4 such hints were right.')
  expect(precisionText([...precision], 'RoomUnlikeOthers')).toBe('No feedback on hints like this yet.')
})
