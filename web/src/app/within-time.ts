import { constants } from '@eot/contract/constants'

/** Gives up on a part of the program that does not arrive (spec 9). */
export function withinTime<T>(load: () => Promise<T>, limitMs: number = constants.chunkLoadTimeoutMs) {
  return (): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(chunkLoadError()), limitMs)
    return Promise.race([load(), promise]).finally(() => clearTimeout(timer))
  }
}

function chunkLoadError(): Error {
  const error = new Error('A part of the program did not arrive in time')
  error.name = 'ChunkLoadError'
  return error
}
