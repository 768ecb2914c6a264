import { findFreePort } from './free-port.ts'
import { onProcesses } from './processes/portal-on-processes.ts'

/** Returns an address that is known before the portal starts, and the settings that make the portal use it. */
export async function knownAddress() {
  const port = await findFreePort()
  const url = `${onProcesses ? 'https' : 'http'}://localhost:${port}`
  return { url, settings: { PORT: String(port), PUBLIC_URL: url } }
}
