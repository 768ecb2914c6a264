import { alertTypes, sensorKeys } from '@eot/contract/vocabulary'
import { expect, test } from 'vitest'
import { alertLook, sensorLook } from './sensor-look.tsx'
import { alertTypeName, sensorName } from './sensor-names.ts'

const general = sensorLook('a kind that nobody has heard of')

test.each(sensorKeys)('%s has a color and an icon that no other sensor kind has', (sensor) => {
  const others = sensorKeys.filter((other) => other !== sensor).map(sensorLook)
  const { color, mark } = sensorLook(sensor)
  expect([...others, general].map((other) => other.color)).not.toContain(color)
  expect([...others, general].map((other) => other.mark)).not.toContain(mark)
})

test.each(['Offline', 'Pdf-Monthly', 'Pdf-Weekly', 'Heatmap-Alerts'])(
  'alerts of type %s have their own icon',
  (type) => {
    const others = [...sensorKeys.map(sensorLook), general]
    expect(others.map(({ mark }) => mark)).not.toContain(alertLook(type, null).mark)
  },
)

test('an alert looks like its sensor, and an alert of an unknown type has the default look', () => {
  for (const { Key, Sensor } of alertTypes) {
    if (Sensor) expect(alertLook(Key, Sensor)).toBe(sensorLook(Sensor))
  }
  expect(alertLook('a type that nobody has heard of', null)).toBe(general)
})

test.each([
  ['ECO2', 'CO₂ (estimated)', 'ECO2', 'CO₂ (estimated) high'],
  ['particulate', 'PM2.5', 'Particulate', 'PM2.5 high'],
  ['NH3', 'NH₃', 'NH3', 'NH₃ high'],
  ['NO2', 'NO₂', 'NO2', 'NO₂ high'],
])('%s is named %s, an alert of type %s is named %s', (sensor, name, Key, alertName) => {
  expect(sensorName(sensor)).toBe(name)
  expect(alertTypeName({ Key, Name: 'a name from the server' })).toBe(alertName)
})

test("a kind added by a newer server keeps the server's name", () => {
  expect(alertTypeName({ Key: 'Ozone', Name: 'Ozone high' })).toBe('Ozone high')
})
