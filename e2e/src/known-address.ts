import { findFreePort } from './free-port.ts'
import { onProcesses } from './processes/portal-on-processes.ts'

/** Returns an address for a portal that has to be known before it starts, and the settings for it. */
export async function knownAddress() {
  const port = await findFreePort()
  const url = `${onProcesses ? 'https' : 'http'}://localhost:${port}`
  return { url, settings: { PORT: String(port), PUBLIC_URL: url } }
}
