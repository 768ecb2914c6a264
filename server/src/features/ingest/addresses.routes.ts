import { type DeviceAddresses, ingest } from '@eot/contract/ingest'
import type { Caller } from '../../access/caller.ts'
import type { Serve } from '../../platform/http/serve.ts'

export function addressRoutes(serve: Serve<Caller>, addresses: () => DeviceAddresses): void {
  serve(ingest.addresses, async () => addresses())
}
