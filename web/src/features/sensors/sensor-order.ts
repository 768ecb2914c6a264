import type { Category } from '@eot/contract/vocabulary'

/** The fixed order of tiles, whatever their values, so that nothing moves while someone watches. */
export const sensorOrder = [
  ['AirQuality', ['IAQ', 'particulate', 'TVOC', 'ECO2', 'CO', 'NO2', 'NH3', 'gas']],
  ['Comfort', ['temperature', 'humidity', 'light', 'noise']],
  ['Behavior', ['vape', 'aggression', 'sound', 'motion', 'tamper']],
] as const satisfies readonly (readonly [Category, readonly string[]])[]

export const mostLines = 6
const firstLines = 4

/**
 * The default lines of a chart: sensors in alert, then the most informative ones. `kinds` are those that report and
 * have an alert level; a line above a level that raises nothing would look like a missed alert.
 */
export function beginningLines(kinds: readonly string[], inAlert: readonly string[]): string[] {
  const telling = ['particulate', 'TVOC', 'motion', 'ECO2', 'temperature', 'vape', 'noise', 'humidity']
  const wanted = [...new Set([...inAlert, ...telling])].filter((kind) => kinds.includes(kind))
  return wanted.slice(0, Math.min(mostLines, Math.max(firstLines, inAlert.length)))
}

/** undefined: there is no room for another line. */
export function toggleLine(lines: readonly string[], kind: string): string[] | undefined {
  if (lines.includes(kind)) return lines.filter((line) => line !== kind)
  return lines.length < mostLines ? [...lines, kind] : undefined
}

/**
 * Adds the lines of sensors that have just raised an alert. If there are six already, replaces the last one without
 * an alert; a line in alert is never replaced.
 */
export function withAlertLines(
  lines: readonly string[],
  raised: readonly string[],
  inAlert: readonly string[],
): readonly string[] {
  let now = lines
  for (const kind of raised) {
    if (now.includes(kind)) continue
    const room = now.length < mostLines ? now : without(now, lastCalm(now, inAlert))
    if (room.length < mostLines) now = [...room, kind]
  }
  return now
}

const without = (lines: readonly string[], line: string | undefined) => lines.filter((one) => one !== line)
const lastCalm = (lines: readonly string[], inAlert: readonly string[]) =>
  lines.findLast((line) => !inAlert.includes(line))
