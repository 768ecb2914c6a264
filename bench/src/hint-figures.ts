import { historySamples } from '@eot/fleet/history'
import { type IncidentName, incidentAt } from '@eot/fleet/incidents'
import type { RoomType } from '@eot/fleet/room-types'
import { compareRooms, type RoomDays } from '@eot/server/features/hints/compare-rooms'
import { type ComparedSensor, driftDays } from '@eot/server/features/hints/room-rules'
import { episodeMs, usualFromMs, vapeEvidence } from '@eot/server/features/hints/vape-evidence'
import type { Figure } from './figure.ts'
import { round } from './statistics.ts'

const minute = 60_000
const day = 86_400_000
const timeZone = 'America/Chicago'
const from = Date.parse('2026-09-07T13:00:00Z')
/** Default level of the vape rule. */
const raiseAt = 50

interface Tally {
  right: number
  /** Hints about something else. */
  wrong: number
  missed: number
}

const newTally = (): Tally => ({ right: 0, wrong: 0, missed: 0 })

/** Measures hints about simulated incidents and faults with known causes. */
export function measureHints(isQuick: boolean): Figure[] {
  const vape = { CorroboratedVape: newTally(), ProbableSteam: newTally() }
  for (let seed = 0; seed < (isQuick ? 60 : 400); seed++) judgeAlert(seed, vape)
  const rooms = { RoomUnlikeOthers: newTally(), SensorDrift: newTally() }
  for (let seed = 0; seed < (isQuick ? 6 : 40); seed++) judgeSite(seed, rooms)
  return Object.entries({ ...vape, ...rooms }).flatMap(([kind, tally]) => figuresOf(kind, tally))
}

function judgeAlert(seed: number, tallies: Record<'CorroboratedVape' | 'ProbableSteam', Tally>): void {
  const name: IncidentName = seed % 2 === 0 ? 'vaping' : 'steam'
  const roomType: RoomType = seed % 3 === 0 ? 'gym' : 'restroom'
  const startMs = from + seed * 37 * minute + Math.floor(seed / 8) * day
  const incident = incidentAt(name, startMs, seed)
  const spec = { roomType, timeZone, seed }
  const stepMs = seed % 5 === 0 ? minute : 10_000
  const samples = [
    ...historySamples(spec, startMs - 45 * minute, incident.endMs + 6 * minute, stepMs, [incident]),
  ]
  const raisedMs = samples.find(({ readings }) => readings.vape >= raiseAt)?.at
  if (raisedMs === undefined) return
  const series = (sensor: 'particulate' | 'TVOC' | 'humidity') =>
    samples
      .filter(({ at }) => at >= raisedMs - usualFromMs && at <= raisedMs + episodeMs)
      .map(({ at, readings }) => {
        const value = readings[sensor]
        return [at, value, value, value, 1] as [number, number, number, number, number]
      })
  const said = vapeEvidence(
    { particulate: series('particulate'), TVOC: series('TVOC'), humidity: series('humidity') },
    raisedMs,
  )?.kind
  const expected = name === 'vaping' ? 'CorroboratedVape' : 'ProbableSteam'
  if (said) tallies[said][said === expected ? 'right' : 'wrong']++
  if (said !== expected) tallies[expected].missed++
}

const sensors: readonly ComparedSensor[] = ['ECO2', 'TVOC', 'temperature', 'humidity', 'particulate']
/** The offset that a fault adds: to every value, or accumulated over four weeks. */
const faults: Record<'RoomUnlikeOthers' | 'SensorDrift', Partial<Record<ComparedSensor, number>>> = {
  RoomUnlikeOthers: { temperature: 6, ECO2: 900, humidity: 30, TVOC: 500 },
  SensorDrift: { temperature: 4, ECO2: 400, humidity: 18, TVOC: 250 },
}

/** Judges fourteen rooms of a site over four weeks: one is unlike the others, one drifts, and twelve are normal. */
function judgeSite(seed: number, tallies: Record<keyof typeof faults, Tally>): void {
  const types: RoomType[] = ['classroom', 'classroom', 'office', 'library']
  const measured = Array.from({ length: 14 }, (_, room) => {
    const spec = { roomType: types[room % types.length] ?? 'classroom', timeZone, seed: seed * 100 + room }
    return [...historySamples(spec, from, from + driftDays * day, 60 * minute, [])]
  })
  for (const sensor of sensors) {
    const rooms = measured.map((samples, room): RoomDays => {
      const values = samples.map(({ at, readings }) => {
        const share = (at - from) / (driftDays * day)
        const unlike = room === 3 ? (faults.RoomUnlikeOthers[sensor] ?? 0) : 0
        return readings[sensor] + unlike + (room === 8 ? share * (faults.SensorDrift[sensor] ?? 0) : 0)
      })
      const days = Array.from({ length: driftDays }, (_, index) => values.slice(index * 24, index * 24 + 24))
      return {
        means: days.map((ofDay) => ofDay.reduce((sum, value) => sum + value, 0) / ofDay.length),
        lows: days.map((ofDay) => Math.min(...ofDay)),
      }
    })
    const found = compareRooms(rooms, sensor)
    for (const [kind, index] of [
      ['RoomUnlikeOthers', 3],
      ['SensorDrift', 8],
    ] as const) {
      const ofKind = found.filter((one) => one.kind === kind)
      const isFaulty = faults[kind][sensor] !== undefined
      const hits = isFaulty ? ofKind.filter((one) => one.index === index).length : 0
      tallies[kind].right += hits
      // By the end of its drift, a sensor may also be unlike the others.
      tallies[kind].wrong += ofKind.filter(
        (one) => !isFaulty || (one.index !== index && one.index !== 8),
      ).length
      if (isFaulty && hits === 0) tallies[kind].missed++
    }
  }
}

function figuresOf(kind: string, { right, wrong, missed }: Tally): Figure[] {
  const share = (of: number, all: number) => round(all === 0 ? 0 : (100 * of) / all, 1)
  const plain = { unit: '%', yardstick: null, better: 'more', details: { right, wrong, missed } } as const
  const figure = (key: string, title: string, value: number, goal: number, floor: number): Figure => ({
    ...plain,
    key,
    title,
    value,
    score: value,
    goal,
    floor,
  })
  return [
    figure(`hint-precision-${kind}`, `hints ${kind} that were right`, share(right, right + wrong), 95, 80),
    figure(
      `hint-recall-${kind}`,
      `what a hint ${kind} should be about, found`,
      share(right, right + missed),
      90,
      60,
    ),
  ]
}
