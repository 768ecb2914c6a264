import type { Kind, Readings } from '../src/kinds.ts'

/** Alert rules with usual limits: [kind, raise level, direction, hold in seconds, clear level]. */
const rules: Readonly<Record<string, readonly [Kind, number, 'high' | 'low', number, number]>> = {
  Vape: ['vape', 50, 'high', 0, 45],
  Aggression: ['aggression', 70, 'high', 0, 63],
  Sound: ['sound', 95, 'high', 0, 85.5],
  Noise: ['noise', 85, 'high', 300, 76.5],
  Tamper: ['tamper', 1, 'high', 0, 0.9],
  Temperature: ['temperature', 30, 'high', 300, 28.5],
  TemperatureLow: ['temperature', 16, 'low', 300, 17.5],
  Humidity: ['humidity', 70, 'high', 300, 67],
  HumidityLow: ['humidity', 20, 'low', 300, 23],
  CO: ['CO', 35, 'high', 120, 31.5],
  ECO2: ['ECO2', 1_500, 'high', 300, 1_350],
  NH3: ['NH3', 25, 'high', 120, 22.5],
  NO2: ['NO2', 100, 'high', 300, 90],
  Gas: ['gas', 10, 'low', 120, 11.1],
  IAQ: ['IAQ', 200, 'high', 300, 180],
  Particulate: ['particulate', 35.4, 'high', 300, 31.86],
  TVOC: ['TVOC', 2_200, 'high', 300, 1_980],
}

/** Watches one device and returns the alert types raised by each reading. */
export function alarmWatch(): (atMs: number, readings: Readings) => string[] {
  const overSince = new Map<string, number>()
  const open = new Set<string>()
  return (atMs, readings) =>
    Object.entries(rules).flatMap(([type, [kind, level, side, holdSeconds, clearLevel]]) => {
      const value = readings[kind]
      const isOver = side === 'high' ? value >= level : value <= level
      const isClear = side === 'high' ? value <= clearLevel : value >= clearLevel
      if (isClear) open.delete(type)
      if (!isOver) {
        overSince.delete(type)
        return []
      }
      const since = overSince.get(type) ?? atMs
      overSince.set(type, since)
      if (open.has(type) || atMs - since < holdSeconds * 1_000) return []
      open.add(type)
      return [type]
    })
}
