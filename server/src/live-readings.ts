import type { ReadingsMessage } from '@eot/contract/live'
import { columnKeys, type ReadingInput } from './features/ingest/index.ts'
import type { LiveHub } from './features/live/index.ts'

/** Tells whoever watches a device its new readings, oldest first. */
export function tellReadings(hub: LiveHub, readings: readonly ReadingInput[]): void {
  const watched = new Map<string, ReadingsMessage['Samples']>()
  for (const { device, at, values } of readings) {
    if (!hub.isWatched(device.id)) continue
    const samples = watched.get(device.id) ?? []
    samples.push([at, named(values)])
    watched.set(device.id, samples)
  }
  for (const [deviceId, samples] of watched)
    hub.tellReadings(
      deviceId,
      samples.sort(([a], [b]) => a - b),
    )
}

function named(values: ReadingInput['values']): Record<string, number> {
  return Object.fromEntries(
    columnKeys.flatMap((key, column) => {
      const value = values[column]
      return value === undefined || Number.isNaN(value) ? [] : [[key, value]]
    }),
  )
}
