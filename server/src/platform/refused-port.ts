import { errorCode } from './error-code.ts'
import { StartRefused } from './start-refused.ts'

/** Turns an error of an unusable port into a `StartRefused` with instructions. Returns any other error unchanged. */
export function refusedPort(error: unknown, port: number, setting: string): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is in use',
    EACCES: 'may not be opened by this user',
  }
  const reason = reasons[errorCode(error) ?? '']
  return reason
    ? new StartRefused(`port ${port} ${reason}; set ${setting} to another`, { cause: error })
    : error
}
