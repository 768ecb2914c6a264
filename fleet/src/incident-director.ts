import type { Cancel, Clock } from './clock.ts'
import { coldOutside, schoolHourRates, steamRates, technicalRates } from './incident-schedule.ts'
import { type Incident, type IncidentName, incidentAt, incidentTypes } from './incidents.ts'
import type { Kind } from './kinds.ts'
import { outdoorsOf } from './outdoors.ts'
import type { SimulatedDevice } from './simulated-device.ts'
import { siteClock } from './site-clock.ts'

export type IncidentMode = 'normal' | 'busy' | 'none'

interface Pace {
  readonly leastGapMs: number
  readonly mostGapMs: number
  /** Whether there are device faults other than silence. */
  readonly faults: boolean
}

const paces: Readonly<Record<Exclude<IncidentMode, 'none'>, Pace>> = {
  normal: { leastGapMs: 120_000, mostGapMs: 300_000, faults: false },
  busy: { leastGapMs: 15_000, mostGapMs: 40_000, faults: true },
}

/** Short, so that the first incident is visible within a minute of the start. */
const firstAfterMs = { least: 30_000, most: 38_000 }
const faultRate = 0.01
/** The sensor that detects each incident. Incidents not listed affect the device itself. */
const noticedBy: Partial<Record<IncidentName, Kind>> = {
  vaping: 'vape',
  steam: 'vape',
  aggression: 'aggression',
  tampering: 'tamper',
  'loud-noise': 'sound',
  'failed-heater': 'temperature',
  'open-window': 'temperature',
  overcrowding: 'ECO2',
  'gas-leak': 'CO',
}

export interface DirectorOptions {
  readonly devices: readonly SimulatedDevice[]
  readonly mode: IncidentMode
  readonly clock: Clock
  readonly random: () => number
  begin(device: SimulatedDevice, incident: Incident): void
}

/** Triggers incidents across a fleet, one after another, each in a room where it is likely. */
export function directIncidents(options: DirectorOptions): Cancel {
  const { mode, clock, random } = options
  if (mode === 'none' || options.devices.length === 0) return () => {}
  const pace = paces[mode]
  const between = (least: number, most: number) => least + random() * (most - least)
  let cancel: Cancel = () => {}

  const next = (promptOnly: boolean) => {
    const choice = chooseIncident(options, pace.faults, promptOnly)
    if (choice) {
      const seed = Math.floor(random() * 0x1_0000_0000)
      options.begin(choice.device, incidentAt(choice.name, clock.now(), seed))
    }
    cancel = clock.after(between(pace.leastGapMs, pace.mostGapMs), () => next(false))
  }

  cancel = clock.after(between(firstAfterMs.least, firstAfterMs.most), () => next(true))
  return () => cancel()
}

interface Choice {
  readonly device: SimulatedDevice
  readonly name: IncidentName
  readonly weight: number
}

function chooseIncident(options: DirectorOptions, faults: boolean, promptOnly: boolean): Choice | undefined {
  const choices: Choice[] = []
  for (const device of options.devices) {
    if (device.active.length > 0) continue
    const likely = likelyIn(device, options.clock.now(), faults)
    for (const [name, weight] of likely) {
      if (!promptOnly || incidentTypes[name].prompt) choices.push({ device, name, weight })
    }
  }
  let left = options.random() * choices.reduce((sum, { weight }) => sum + weight, 0)
  return choices.find(({ weight }) => {
    left -= weight
    return left < 0
  })
}

function likelyIn({ device }: SimulatedDevice, atMs: number, faults: boolean): [IncidentName, number][] {
  const rates: Partial<Record<IncidentName, number>> = {
    ...technicalRates,
    steam: steamRates[device.roomType] ?? 0,
    ...schoolHourRates[device.roomType],
    ...(faults && { flood: faultRate, rubbish: faultRate, 'clock-skew': faultRate }),
  }
  const outside = outdoorsOf(device.timeZone)(atMs, siteClock(device.timeZone)(atMs)).temperature
  const entries = Object.entries(rates) as [IncidentName, number][] // Object.entries loses the key type
  return entries.filter(([name]) => {
    const sensor = noticedBy[name]
    const isNoticed = !sensor || !device.kinds || device.kinds.includes(sensor)
    return isNoticed && (!incidentTypes[name].needsCold || outside <= coldOutside)
  })
}
