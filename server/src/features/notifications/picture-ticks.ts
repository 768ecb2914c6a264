import { zoneClock } from '../time-zones/index.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The distance between two ticks, in minutes. */
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080]

/** Returns round local times of a zone in [from, to], at most `most`, with the minutes between two of them. */
export function timeTicks(
  { from, to }: { from: number; to: number },
  timeZone: string,
  most: number,
): { step: number; ticks: number[] } {
  const clock = zoneClock(timeZone)
  const step = timeSteps.find((minutes) => (to - from) / (minutes * minuteMs) < most) ?? 10_080
  const stepMs = step * minuteMs
  // Tested one by one, since the local time jumps when the clocks change. Offsets are whole quarters of an hour.
  const grid = greatestCommonDivisor(step, 15) * minuteMs
  const ticks: number[] = []
  for (let at = Math.ceil(from / grid) * grid; at <= to; at += grid)
    if ((at + clock.offsetAt(at)) % stepMs === 0) ticks.push(at)
  return { step, ticks: ticks.slice(0, most) }
}

export const isWholeDays = (step: number): boolean => step * minuteMs >= dayMs

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)

/** Smaller differences between readings are rounding errors. */
const leastSpan = 1e-6

/** Returns two to seven round values whose first and last enclose the given ones. */
export function valueTicks(low: number, high: number): number[] {
  const bottom = low >= 0 && low <= high / 2 ? 0 : low
  const span = Math.max(high - bottom || Math.abs(high) || 1, leastSpan)
  const size = 10 ** Math.floor(Math.log10(span / 4))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * size).find((one) => span / one <= 4) ?? 10 * size
  const first = Math.floor(bottom / step + 1e-9)
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}
