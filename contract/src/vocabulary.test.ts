import { expect, test } from 'vitest'
import { alertTypes, type DeviceFlags, deviceStatus, findAlertType, sensorKeys } from './vocabulary.ts'

const calm: DeviceFlags = { migrate: false, reset: false, error: false, online: true }

test.each<[Partial<DeviceFlags>, string]>([
  [{ migrate: true, reset: true, error: true }, 'MIGRATING'],
  [{ reset: true, error: true }, 'RESET'],
  [{ error: true, online: null }, 'ERROR'],
  [{ error: true }, 'ERROR ONLINE'],
  [{ error: true, online: false }, 'ERROR OFFLINE'],
  [{}, 'ONLINE'],
  [{ online: false }, 'OFFLINE'],
  [{ online: null }, 'OFFLINE'],
])('a device with flags %o has the status %s', (flags, status) => {
  expect(deviceStatus({ ...calm, ...flags })).toBe(status)
})

test('every sensor kind has an alert type, and alert types refer only to known sensor kinds', () => {
  const watched = new Set(alertTypes.flatMap(({ Sensor }) => Sensor ?? []))
  expect([...watched].sort()).toEqual([...sensorKeys].sort())
})

test('an alert type is found by its key and by its fixed id', () => {
  expect(findAlertType('Vape')?.Id).toBe('01900000-0000-7000-8000-000000000001')
  expect(findAlertType('01900000-0000-7000-8000-000000000014')?.Key).toBe('Offline')
  expect(findAlertType('vape')).toBeUndefined()
})
