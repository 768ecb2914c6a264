import { getSystemErrorMap } from 'node:util'
import { errorCode } from './error-code.ts'
import { StartRefused } from './start-refused.ts'

/** Turns a file error in the data directory into a `StartRefused` with the reason. Returns any other error unchanged. */
export function refuseDataDir(error: unknown, dataDir: string): unknown {
  const code = errorCode(error)
  if (code === undefined || !(error instanceof Error)) return error
  if (!('path' in error) || typeof error.path !== 'string' || !error.path.startsWith(dataDir)) return error
  const reason = [...getSystemErrorMap().values()].find(([name]) => name === code)?.[1] ?? 'failed'
  return new StartRefused(
    `the data directory ${dataDir} cannot be used (${code}: ${reason}); make it writable for this user, or set DATA_DIR to another`,
    { cause: error },
  )
}
