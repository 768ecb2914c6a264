import { forecastNights } from '@eot/server/features/forecast/index'
import type { Foundation } from '@eot/server/program/foundation'
import { inPast } from './in-past.ts'

const dayMs = 86_400_000
const nights = 14

/**
 * Makes the forecasts of the last nights as of then, so that they have scores. Only the last two are complete, since types
 * and sensors take most of the time.
 */
export async function forecastPast(
  parts: Foundation,
  signal: Pick<AbortSignal, 'throwIfAborted'>,
): Promise<void> {
  const madeAtMs = parts.clock().getTime()
  await inPast(parts, async (past, goTo) => {
    for (let ago = nights; ago >= 0; ago--) {
      signal.throwIfAborted()
      await goTo(new Date(madeAtMs - ago * dayMs))
      await forecastNights(past, new AbortController().signal, ago <= 1)
    }
  })
}
