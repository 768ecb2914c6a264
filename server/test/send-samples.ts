import type { Ingest } from '../src/features/ingest/index.ts'
import { type Rejected, readMessage } from '../src/features/ingest/intake/intake.ts'
import { submitAndWait } from '../src/features/ingest/writer/submit-and-wait.ts'

export interface SentSample {
  at?: number | string
  readings: Record<string, number>
}

/** Passes samples of a device to the writer as one message and waits until they are stored. */
export async function sendSamples(ingest: Ingest, mac: string, samples: readonly SentSample[]) {
  const device = await ingest.intake.directory.findByMac(mac)
  if (!device) throw new Error(`there is no device ${mac}`)
  let rejected: Rejected[] = []
  const { accepted, duplicates } = await submitAndWait(ingest.writer, (submission) => {
    const bytes = Buffer.from(JSON.stringify(samples))
    const message = readMessage(bytes, { device, channel: 'mqtt', submission }, ingest.intake)
    rejected = message.rejected
    return message.inputs
  })
  return { accepted, duplicates, rejected }
}
