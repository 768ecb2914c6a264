import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DeviceAddresses } from './ingest.ts'

/** The external services of this installation of the program. */
export const Installation = z.strictObject({
  /** The broker that devices report to. */
  Mqtt: DeviceAddresses.shape.Mqtt,
  /** Free bytes on the disk of the embedded database. null: the database is on another server. */
  FreeBytes: z.int().nullable(),
  /** Without a mail server, emails are kept in the email log. */
  HasMailServer: z.boolean(),
  /** Without a provider, text messages are kept in the text log. */
  HasTextProvider: z.boolean(),
})
export type Installation = z.output<typeof Installation>

export const installation = {
  get: endpoint({
    method: 'GET',
    path: '/about/installation',
    summary:
      'Get what this installation is connected to: broker, disk, mail server, provider of text messages',
    access: 'ViewInstallation',
    answer: Installation,
  }),
}
