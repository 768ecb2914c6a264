import type { Alert } from '@eot/contract/alerts'
import type { DeviceState } from '@eot/contract/devices'
import { expect, test } from 'vitest'
import { chooseDevice } from './choose-device.ts'

const device = (Name: string, Status: DeviceState['Status'] = 'ONLINE'): DeviceState => ({
  Id: Name,
  Name,
  Site: { Id: 'site', Name: 'Site' },
  Status,
  LastSeenAt: null,
  StatusSince: null,
  Unwatched: null,
})

const alert = (deviceName: string, StartAt: string, Sensor: string | null = 'vape') =>
  ({ Device: { Id: deviceName, Name: deviceName }, StartAt, Sensor }) as Alert // no other field is used

test('the device of the newest open alert is opened', () => {
  const devices = [device('Attic'), device('Boiler'), device('Cellar')]
  const open = [alert('Boiler', '2026-11-20T09:00:00Z'), alert('Cellar', '2026-11-20T10:00:00Z')]
  expect(chooseDevice(devices, open)?.Name).toBe('Cellar')
})

test('an offline alert does not make its device the one to open', () => {
  const devices = [device('Attic', 'OFFLINE'), device('Boiler')]
  expect(chooseDevice(devices, [alert('Attic', '2026-11-20T09:00:00Z', null)])?.Name).toBe('Boiler')
})

test('an alert of a device at another site is ignored', () => {
  expect(chooseDevice([device('Attic')], [alert('Elsewhere', '2026-11-20T09:00:00Z')])?.Name).toBe('Attic')
})

test('without alerts the first online device by name is opened', () => {
  const devices = [device('Cellar'), device('Attic', 'OFFLINE'), device('Boiler', 'ERROR ONLINE')]
  expect(chooseDevice(devices, [])?.Name).toBe('Boiler')
})

test('when all devices are offline the first one by name is opened', () => {
  expect(chooseDevice([device('B', 'OFFLINE'), device('A', 'OFFLINE')], [])?.Name).toBe('A')
  expect(chooseDevice([], [])).toBeUndefined()
})
