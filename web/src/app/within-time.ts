import { constants } from '@eot/contract/constants'
import { isMissingChunk } from './status/missing-chunk.ts'

/**
 * Loads a part of the program, and gives up when it does not arrive in time (spec 9). A part that is missing although
 * the server answers was replaced by a newer version: that error is thrown as it is, and the router loads the page
 * anew, once. Without a connection that would leave nothing on the screen, so it is thrown as a ChunkLoadError.
 */
export function withinTime<T>(
  load: () => Promise<T>,
  limitMs: number = constants.chunkLoadTimeoutMs,
  isServerThere: () => Promise<boolean> = findServer,
) {
  return async (): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(chunkLoadError()), limitMs)
    try {
      return await Promise.race([load(), promise])
    } catch (error) {
      if (isMissingChunk(error) && !(await isServerThere())) throw chunkLoadError()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

function chunkLoadError(): Error {
  const error = new Error('A part of the program did not arrive')
  error.name = 'ChunkLoadError'
  return error
}

async function findServer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(constants.httpTimeoutMs)
    // A proxy that finds nobody answers 502 or 504.
    return (await fetch('/health/live', { cache: 'no-store', signal })).status < 500
  } catch {
    return false // no answer at all
  }
}
