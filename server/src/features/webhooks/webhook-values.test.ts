import { expect, test } from 'vitest'
import { sampleEvent, sampleIds, subjectOf, type ToldAlert, valuesOf } from './webhook-values.ts'

const event = sampleEvent({ id: 'site', name: 'School', path: '/', names: ['School'], timeZone: 'UTC' })

test.each([
  ['ECO2', 'CO₂ (estimated) high, Library'],
  ['Particulate', 'PM2.5 high, Library'],
  ['Vape', 'Vape, Library'],
])('the log shows an alert of type %s as %s, as other pages do', (type, expected) => {
  const alert: ToldAlert = { ...(event.alert as ToldAlert), type } // the sample has an alert
  const told = { ...event, deviceName: 'Library', alert }
  expect(subjectOf(told)).toBe(expected)
  expect(valuesOf(told, sampleIds)['alert.type']).toBe(type)
})
