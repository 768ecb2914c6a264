import type { DeviceAddresses } from '@eot/contract/ingest'
import { installation } from '@eot/contract/installation'
import type { Caller } from '../../access/caller.ts'
import type { Serve } from '../../platform/http/serve.ts'

export interface InstallationParts {
  addresses: () => DeviceAddresses
  /** Free bytes on the disk of the embedded database, or null without one. */
  findFreeBytes: () => Promise<number | null>
  hasMailServer: boolean
  hasTextProvider: boolean
}

export function installationRoutes(serve: Serve<Caller>, parts: InstallationParts): void {
  serve(installation.get, async () => ({
    Mqtt: parts.addresses().Mqtt,
    FreeBytes: await parts.findFreeBytes(),
    HasMailServer: parts.hasMailServer,
    HasTextProvider: parts.hasTextProvider,
  }))
}
