import type { Ingest } from '../src/features/ingest/index.ts'
import { readMessage } from '../src/features/ingest/intake/intake.ts'
import { Submission } from '../src/features/ingest/writer/input.ts'

export interface SentSample {
  at?: number | string
  readings: Record<string, number>
}

/** Passes samples of a device to the writer as one message and waits until they are stored. */
export async function sendSamples(ingest: Ingest, mac: string, samples: readonly SentSample[]) {
  const device = await ingest.intake.directory.findByMac(mac)
  if (!device) throw new Error(`there is no device ${mac}`)
  return new Promise<{ accepted: number; duplicates: number; rejected: { Index: number; Reason: string }[] }>(
    (resolve, reject) => {
      const submission = new Submission((outcome) => {
        if (!outcome.ok) return reject(outcome.error)
        resolve({
          accepted: submission.accepted,
          duplicates: submission.duplicates,
          rejected: message.rejected,
        })
      })
      const message = readMessage(
        Buffer.from(JSON.stringify(samples)),
        { device, channel: 'mqtt', submission },
        ingest.intake,
      )
      submission.expect(message.inputs.length)
      ingest.writer.submit(message.inputs)
      submission.close()
    },
  )
}
