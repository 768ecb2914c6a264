import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFleet, readNamedDevices } from './fleet-file.ts'

const device = {
  mac: 'a4:cf:12:7b:03:9e',
  key: 'k',
  name: 'Room 1',
  roomType: 'office',
  timeZone: 'Europe/Berlin',
}

async function fileWith(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'fleet.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test('a fleet file is read, with MAC addresses in uppercase and a seed for each device', async () => {
  const file = await fileWith([{ ...device, seed: 7, kinds: ['CO'] }, device])
  expect(await readFleet(file)).toEqual([
    { ...device, mac: 'A4:CF:12:7B:03:9E', seed: 7, kinds: ['CO'] },
    { ...device, mac: 'A4:CF:12:7B:03:9E', seed: 2 },
  ])
})

test.each<[unknown, RegExp]>([
  ['{', /cannot be read or is not valid JSON/],
  [{ devices: [] }, /a list of devices/],
  [[{ ...device, mac: 'A4CF' }], /device 1: mac/],
  [[device, { ...device, key: '' }], /device 2: key/],
  [[{ ...device, roomType: 'cellar' }], /roomType must be one of classroom/],
  [[{ ...device, timeZone: 'Mars/Olympus' }], /timeZone/],
  [[{ ...device, kinds: ['temperature', 'plutonium'] }], /kinds must be a list of vape/],
  [[{ ...device, offsets: { plutonium: 1 } }], /offsets must be numbers by kind/],
  [[{ ...device, offsets: 4 }], /offsets must be numbers by kind/],
])('an invalid device file is rejected with the position of the error: %j', async (content, reason) => {
  await expect(readFleet(await fileWith(content))).rejects.toThrow(reason)
})

test('devices for a replay need no room type', async () => {
  const { mac, key, name } = device
  expect(await readNamedDevices(await fileWith([{ mac, key, name }]))).toEqual([
    { mac: mac.toUpperCase(), key, name },
  ])
})
