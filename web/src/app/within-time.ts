import { constants } from '@eot/contract/constants'
import { isMissingChunk } from '../lib/missing-chunk.ts'
import { canReload } from '../ui/can-reload.ts'

/**
 * Loads a part of the program, with a timeout (spec 9). If a part is missing although the server responds, a newer
 * version replaced it: the error is rethrown unchanged and the router reloads the page once. Without a connection a
 * reload would leave a blank screen, so a ChunkLoadError is thrown instead.
 */
export function withinTime<T>(
  load: () => Promise<T>,
  limitMs: number = constants.chunkLoadTimeoutMs,
  isServerThere: () => Promise<boolean> = () => canReload(constants.httpTimeoutMs),
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
  const error = new Error('A part of the program could not be loaded')
  error.name = 'ChunkLoadError'
  return error
}
