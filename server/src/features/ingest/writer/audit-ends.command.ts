import { insertAuditEntries } from '../../../access/audit.queries.ts'
import type { Execute } from '../../../platform/db/execute.queries.ts'
import type { EndInput, Input } from './input.ts'

/** Audits the alerts that users ended, in the transaction that ends them. */
export async function auditEndsByUsers(execute: Execute, inputs: readonly Input[]): Promise<void> {
  const ends = inputs.filter((input): input is EndInput => input.kind === 'end' && input.userId !== null)
  const entries = ends.map(({ device, ended, userId }) => ({
    actorId: userId,
    siteId: device.siteId,
    action: 'device.alerts_ended' as const,
    subjectId: device.id,
    details: { ended },
  }))
  await insertAuditEntries(execute, entries)
}
