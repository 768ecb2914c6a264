import type { Execute } from '../../platform/db/execute.queries.ts'
import type { ChunkPlace } from './chunks.queries.ts'
import type { Compactable } from './compact-table.command.ts'
import { addToMinuteChunk, takeMinutes } from './minute-chunks.queries.ts'
import { addToReadingChunk, countOf, takeReadings } from './reading-chunks.queries.ts'

export const compactableReadings: Compactable = {
  table: 'reading',
  time: 'at',
  compactDay: async (execute, place) => (await compactDay(execute, place)).readings,
}

/** For days of which only minutes are left: their readings are compact already, or were deleted. */
export const compactableMinutes: Compactable = {
  table: 'reading_minute',
  time: 'bucket',
  compactDay: async (execute, place) => (await compactDay(execute, place)).minutes,
}

/**
 * Moves the readings and minutes of a device and a day into their chunks, both at once: a minute of a single reading is not
 * stored until then, and would be lost with its reading. Returns how many rows it moved.
 */
async function compactDay(
  execute: Execute,
  place: ChunkPlace,
): Promise<{ readings: number; minutes: number }> {
  const readings = await takeReadings(execute, place)
  const minutes = await takeMinutes(execute, place)
  const moved = { readings: countOf(readings), minutes: minutes.times.length }
  if (moved.readings > 0) await addToReadingChunk(execute, place, readings)
  if (moved.readings > 0 || moved.minutes > 0) await addToMinuteChunk(execute, place, minutes, readings)
  return moved
}
