import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const secretName =
  /password|token|secret|authorization|cookie|^key$|(api|device|gateway|private|access|signing)[-_]?key$/i
const redactedMark = '[redacted]'
const deepest = 6

/** Creates a logger that writes JSON lines with UTC times. Redacts fields named like secrets, at any depth. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redactFields(fields, 0),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

function redactFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      secretName.test(name) && value !== undefined ? redactedMark : redactValue(value, depth + 1),
    ]),
  )
}

function redactValue(value: unknown, depth: number): unknown {
  if (Array.isArray(value))
    return depth > deepest ? '[deep]' : value.map((item) => redactValue(item, depth + 1))
  if (!isPlainObject(value)) return value
  return depth > deepest ? '[deep]' : redactFields(value, depth)
}

/** Returns whether a value is a plain object. Errors, dates and other instances are left to the logger's serializers. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
