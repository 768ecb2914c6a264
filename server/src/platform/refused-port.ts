import { errorCode } from './error-code.ts'
import { StartRefused } from './start-refused.ts'

/** Says which port is taken and how to choose another; any other failure stays as it is. */
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
