import type { SensorKey } from '@eot/contract/vocabulary'
import { expect, test } from 'vitest'
import { rateAir, rateComfort } from './rate.ts'
import type { RatedNow } from './rate-rooms.command.ts'
import { gainsToWire } from './ratings.wire.ts'
import type { RoomHours } from './room-hours.ts'

const perHour = 60
const standard = 'EPA'

const ratedRoom = (name: string, means: Partial<Record<SensorKey, number>>): RatedNow => {
  const hours: RoomHours = {
    due: Array.from({ length: 24 }, () => perHour),
    hours: new Map(
      Object.entries(means).map(([key, mean]) => [
        key as SensorKey, // the keys are those of the sensors given
        Array.from({ length: 24 }, () => ({ count: perHour, sum: mean * perHour })),
      ]),
    ),
    noiseFloor: null,
  }
  const kinds = Object.keys(means)
  return {
    room: {
      id: name,
      no: 1,
      name,
      kinds,
      site_id: 'school',
      site_name: 'School',
      path: '',
      report_seconds: null,
      history_changed_at: null,
      time_zone: null,
      latest_at: null,
      open_hour: null,
      open_day: null,
    },
    standard,
    hours,
    air: rateAir(hours, kinds, standard),
    comfort: rateComfort(hours, kinds, 'Winter'),
  }
}

// In these rooms, 220 ppb of TVOC costs 20 points and 2,000 ppm of CO₂ costs 40. All other values are in the best band.
const freshGas = { ECO2: 425, IAQ: 20 }

test.each<{ title: string; rooms: Partial<Record<SensorKey, number>>[]; expected: unknown[] }>([
  {
    title: 'names the quantity that costs points, not another from the same sensor',
    rooms: [
      { ...freshGas, TVOC: 220 },
      { ...freshGas, TVOC: 200 },
    ],
    expected: [{ Sensor: 'TVOC', Points: 9, Rooms: 2, Greatest: 65 }],
  },
  {
    title: 'names each of them with the rooms in which it costs points',
    rooms: [
      { ...freshGas, TVOC: 220 },
      { ECO2: 2000, IAQ: 20, TVOC: 30 },
    ],
    expected: [
      { Sensor: 'ECO2', Points: 15, Rooms: 1, Greatest: 1000 },
      { Sensor: 'TVOC', Points: 5, Rooms: 1, Greatest: 65 },
    ],
  },
  {
    title: 'names nothing where all readings are in the best band',
    rooms: [{ ECO2: 999, TVOC: 64, IAQ: 49, particulate: 9, NO2: 53 }],
    expected: [],
  },
  {
    title: 'counts only rooms beyond the limit',
    rooms: [{ particulate: 35.4 }, { particulate: 9 }],
    expected: [{ Sensor: 'particulate', Points: 5, Rooms: 1, Greatest: 9 }],
  },
])('advice $title', ({ rooms, expected }) => {
  const rated = rooms.map((means, index) => ratedRoom(`Room ${index}`, means))
  const gains = gainsToWire('AirQuality', standard, rated)
  expect(gains).toMatchObject(expected)
  expect(gains).toHaveLength(expected.length)
})
