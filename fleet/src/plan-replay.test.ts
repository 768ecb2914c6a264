import { expect, test } from 'vitest'
import { parseMapping } from './column-mapping.ts'
import { isMac } from './identity.ts'
import { macOf, planReplay, UnreadableRecording } from './plan-replay.ts'

const timeZone = 'America/Los_Angeles'
const room = {
  name: '413',
  text: `timestamp,co2,humidity,light,pir,temperature
2013-08-23 23:05:00,494.727,45.33,96.5556,0,23.9278
2013-08-23 23:06:00,496.667,45.3275,96.8333,29.9167,23.9383
2013-08-23 23:07:00,,45.325,,30,
`,
}

test('columns are converted to kinds, and wall time to instants', () => {
  const plan = planReplay([room], { timeZone })
  expect(plan.devices[0]?.samples).toEqual([
    {
      at: Date.parse('2013-08-24T06:05:00Z'),
      readings: { ECO2: 494.727, humidity: 45.33, light: 96.5556, motion: 0, temperature: 23.9278 },
    },
    {
      at: Date.parse('2013-08-24T06:06:00Z'),
      readings: { ECO2: 496.667, humidity: 45.3275, light: 96.8333, motion: 99.7223, temperature: 23.9383 },
    },
    { at: Date.parse('2013-08-24T06:07:00Z'), readings: { humidity: 45.325, motion: 100 } },
  ])
  expect(plan).toMatchObject({ rowsRead: 3, rowsSkipped: 0, distinctRows: 3, shiftMs: 0 })
})

test('with a mapping, only its columns are sent', () => {
  const plan = planReplay([room], { timeZone, mapping: parseMapping('pir=motion*3,CO2=CO') })
  expect(plan.devices[0]?.samples[1]?.readings).toEqual({ motion: 89.7501, CO: 496.667 })
})

test('quoted headers, unnamed row numbers and custom column names are accepted', () => {
  const office = {
    name: 'office',
    text: `"date","Temperature","Humidity","Light","CO2","HumidityRatio","Occupancy"
"1","2015-02-04 17:51:00",23.18,27.272,426,721.25,0.00479298817650529,1
"2","2015-02-04 17:51:59",23.15,27.2675,429.5,714.333333333333,0.00478344094931065,1
`,
  }
  const plan = planReplay([office], { timeZone: 'Europe/Brussels', timeColumn: 'DATE' })
  expect(plan.devices[0]?.samples).toEqual([
    {
      at: Date.parse('2015-02-04T16:51:00Z'),
      readings: { temperature: 23.18, humidity: 27.272, light: 426, ECO2: 721.25 },
    },
    {
      at: Date.parse('2015-02-04T16:51:59Z'),
      readings: { temperature: 23.15, humidity: 27.2675, light: 429.5, ECO2: 714.333 },
    },
  ])
})

test('all files are shifted by the same whole seconds, so that the last sample is now', () => {
  const later = {
    name: '417',
    text: 'timestamp,co2\n2013-08-23 23:09:30.400,391.1\n2013-08-23 23:01:00,391.2\n',
  }
  const nowMs = Date.parse('2026-11-20T10:00:00.900Z')
  const plan = planReplay([room, later], { timeZone, shiftToMs: nowMs })
  const instants = plan.devices.map(({ samples }) => samples.map(({ at }) => at))
  expect(plan.shiftMs % 1_000).toBe(0)
  expect(instants[1]?.at(-1)).toBe(nowMs - 500)
  expect(instants[0]?.[0]).toBe(nowMs - 500 - 270_400)
  expect(instants[1]).toEqual([...(instants[1] ?? [])].sort((a, b) => a - b))
})

test('rows with the same timestamp are all sent and counted as one distinct row', () => {
  const doubled = {
    name: 'd',
    text: 'timestamp,co2\n2013-08-23 10:00:00,1\n2013-08-23 10:00:00,2\n2013-08-23 10:01:00,3',
  }
  const plan = planReplay([doubled], { timeZone })
  expect(plan).toMatchObject({ rowsRead: 3, distinctRows: 2 })
  expect(plan.devices[0]?.samples.map(({ readings }) => readings.ECO2)).toEqual([1, 2, 3])
})

test('rows without a time or a value are skipped and counted', () => {
  const torn = {
    name: 't',
    text: 'timestamp,co2\n2013-08-23 10:00:00,NaN\nno time,5\n,6\n2013-08-23 10:01:00,3\n2013-08-23 10',
  }
  expect(planReplay([torn], { timeZone })).toMatchObject({ rowsRead: 5, rowsSkipped: 4, distinctRows: 1 })
})

test.each([
  ['', /empty/],
  ['when,co2\n2013-08-23 10:00:00,1', /no column "timestamp", only when, co2/],
  ['timestamp,x,y\n2013-08-23 10:00:00,1,2', /no column of the mapping/],
])('an unreadable recording is rejected with the reason', (text, reason) => {
  expect(() => planReplay([{ name: 'r', text }], { timeZone })).toThrow(UnreadableRecording)
  expect(() => planReplay([{ name: 'r', text }], { timeZone })).toThrow(reason)
})

test('a file name always yields the same locally administered MAC address', () => {
  expect(macOf('413')).toBe(macOf('413'))
  expect(isMac(macOf('413'))).toBe(true)
  expect(Number.parseInt(macOf('413').slice(0, 2), 16) & 0b11).toBe(0b10)
  expect(new Set(Array.from({ length: 1_000 }, (_, n) => macOf(`room ${n}`))).size).toBe(1_000)
})
