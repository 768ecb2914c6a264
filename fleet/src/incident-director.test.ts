import { expect, test } from 'vitest'
import { type FakeClock, fakeClock } from '../test/fake-clock.ts'
import { directIncidents, type IncidentMode } from './incident-director.ts'
import { type Incident, incidentTypes } from './incidents.ts'
import type { Kind } from './kinds.ts'
import { roomTypeNames } from './room-types.ts'
import { unit } from './seeded-noise.ts'
import type { FleetDevice, SimulatedDevice } from './simulated-device.ts'

const nightMs = Date.parse('2026-11-20T08:00:00Z')

interface Happened {
  readonly afterMs: number
  readonly device: FleetDevice
  readonly incident: Incident
}

/** Sixteen rooms that only record the incidents that begin in them. */
function direct(
  mode: IncidentMode,
  seed: number,
  kinds?: readonly Kind[],
): { clock: FakeClock; happened: Happened[]; stop: () => void } {
  const clock = fakeClock(nightMs)
  const happened: Happened[] = []
  let drawn = 0
  const devices = [...roomTypeNames, ...roomTypeNames].map((roomType, index): SimulatedDevice => {
    const mac = `02:00:00:00:00:${String(index).padStart(2, '0')}`
    const device: FleetDevice = {
      mac,
      key: 'k',
      name: mac,
      roomType,
      timeZone: 'America/Chicago',
      seed: index,
      ...(kinds && { kinds }),
    }
    return {
      device,
      counts: { acknowledged: 0, dropped: 0, waiting: 0 },
      get active() {
        return happened
          .filter((one) => one.device === device && one.incident.endMs > clock.now())
          .map(({ incident }) => incident)
      },
      begin: () => {},
      stop: async () => {},
    }
  })
  const stop = directIncidents({
    devices,
    mode,
    clock,
    random: () => unit(seed, 0, drawn++),
    begin: ({ device }, incident) => happened.push({ afterMs: clock.now() - nightMs, device, incident }),
  })
  return { clock, happened, stop }
}

test('the first incident comes after 30 to 45 s, even at night, and is a prompt one', () => {
  for (let seed = 0; seed < 200; seed++) {
    const { clock, happened } = direct('normal', seed)
    clock.advance(45_000)
    expect(happened).toHaveLength(1)
    expect(happened[0]?.afterMs).toBeGreaterThanOrEqual(30_000)
    expect(incidentTypes[happened[0]?.incident.name ?? 'flood'].prompt).toBe(true)
  }
})

test('further incidents come every few minutes across the fleet, never two at a time in one room', () => {
  const { clock, happened } = direct('normal', 1)
  clock.advance(24 * 3_600_000)
  const gaps = happened.slice(1).map(({ afterMs }, index) => afterMs - (happened[index]?.afterMs ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(120_000)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(300_000)
  expect(new Set(happened.map(({ device }) => device.mac)).size).toBe(16)
  expect(new Set(happened.map(({ incident }) => incident.name)).size).toBeGreaterThan(6)
  for (const { device, incident } of happened) {
    const others = happened.filter((one) => one.device === device && one.incident !== incident)
    expect(
      others.filter((one) => one.incident.startMs < incident.endMs && one.incident.endMs > incident.startMs),
    ).toEqual([])
  }
})

test('device faults occur only in busy mode', () => {
  const faultsOf = (mode: IncidentMode) => {
    const { clock, happened } = direct(mode, 2)
    clock.advance(24 * 3_600_000)
    return new Set(happened.map(({ incident }) => incidentTypes[incident.name].fault))
  }
  expect([...faultsOf('normal')].sort()).toEqual([null, 'silence'].sort())
  expect(faultsOf('busy')).toEqual(new Set([null, 'silence', 'flood', 'rubbish', 'clock-skew']))
})

test('a device gets no incident that its sensors cannot detect', () => {
  const { clock, happened } = direct('normal', 4, ['ECO2', 'temperature'])
  clock.advance(24 * 3_600_000)
  expect(new Set(happened.map(({ incident }) => incidentTypes[incident.name].raises))).toEqual(
    new Set(['ECO2', 'TemperatureLow', 'Offline']),
  )
})

test('no incident begins in mode none or after cancellation', () => {
  const none = direct('none', 3)
  none.clock.advance(24 * 3_600_000)
  expect(none.happened).toEqual([])
  const ended = direct('normal', 3)
  ended.stop()
  ended.clock.advance(24 * 3_600_000)
  expect(ended.happened).toEqual([])
})
