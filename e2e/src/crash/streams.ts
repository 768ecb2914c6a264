import { sensorKeys } from '@eot/contract/vocabulary'
import { unit } from '@eot/fleet/seeded-noise'

export interface CrashSample {
  at: number
  readings: Record<string, number>
}

/** Readings of a device as a pure function of the sample number, so that they can be checked without a record. */
export interface Stream {
  readonly sampleAt: (n: number) => CrashSample
  /** Number of samples until their time reaches the present. Later ones would count as sent by a wrong clock. */
  readonly length: number
  /** Whether its alerts are compared with the oracle's, so that its samples must be sent in order. */
  readonly isAlarming: boolean
}

const dayMs = 86_400_000
/** Sample times advance faster than the clock, so that buckets of minutes, hours and days are closed during the run. */
const calmStepMs = 7_000
const calmReachMs = 4 * dayMs
/** Only samples of the last seven days raise alerts. */
const alarmReachMs = 6.5 * dayMs
/** Divides the holds of carbon dioxide, so that no hold ends between two samples, where a timer would fire first. */
const alarmStepMs = 150_000

/** Values that raise no alert, in any order of the samples. */
export function calmStream(seed: number, now: number): Stream {
  const startAt = now - calmReachMs
  return {
    isAlarming: false,
    length: Math.floor(calmReachMs / calmStepMs),
    sampleAt: (n) => ({
      at: startAt + n * calmStepMs + Math.floor(unit(seed, 1, n) * 1000),
      readings: calmReadings(seed, n),
    }),
  }
}

/** Carbon dioxide that crosses its levels repeatedly, and an occasional vape cloud. */
export function alarmStream(seed: number, now: number): Stream {
  const startAt = now - alarmReachMs
  return {
    isAlarming: true,
    length: Math.floor(alarmReachMs / alarmStepMs),
    sampleAt: (n) => ({
      at: startAt + n * alarmStepMs,
      readings: { ...calmReadings(seed, n), ECO2: carbonDioxide(seed, n), vape: vape(seed, n) },
    }),
  }
}

function calmReadings(seed: number, n: number): Record<string, number> {
  return Object.fromEntries(
    sensorKeys.map((kind, salt) => {
      const share = unit(seed, salt, n)
      const [low, high, digits] = calm[kind] ?? [0, 30, 0]
      return [kind, Number((low + share * (high - low)).toFixed(digits))]
    }),
  )
}

/** Ranges far from all levels, as [from, to, digits]; other kinds stay between 0 and 30. */
const calm: Partial<Record<string, [number, number, number]>> = {
  temperature: [19, 26, 2],
  humidity: [35, 55, 1],
  ECO2: [400, 900, 0],
  gas: [60, 110, 1],
  tamper: [0, 0, 0],
  CO: [0, 3, 2],
  NH3: [0, 2, 2],
}

function carbonDioxide(seed: number, n: number): number {
  const slow = Math.sin(n / 9 + seed) * 260
  return Math.round(1430 + slow + (unit(seed, 40, n) - 0.5) * 240)
}

/** Each cloud shows in only one sample, and the next cloud comes after its alert has ended. */
function vape(seed: number, n: number): number {
  const share = unit(seed, 41, n)
  return n % 4 === 0 && share < 0.25 ? 50 + Math.floor(share * 200) : Math.floor(share * 34)
}
