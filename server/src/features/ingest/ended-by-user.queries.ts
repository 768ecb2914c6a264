import type pg from 'pg'
import type { EndInput, Input } from './input.ts'

/** Into the audit log, in the transaction that ends the alerts. */
export async function noteEndsByUsers(client: pg.ClientBase, inputs: readonly Input[]): Promise<void> {
  const ends = inputs.filter((input): input is EndInput => input.kind === 'end' && input.userId !== null)
  if (ends.length === 0) return
  const rows = ends.map(({ device, ended, userId }) => ({
    actor_id: userId,
    site_id: device.siteId,
    subject_id: device.id,
    details: { ended },
  }))
  await client.query(
    `insert into audit_entry (actor_id, site_id, action, subject_id, details)
     select actor_id, site_id, 'device.alerts_ended', subject_id, details
     from jsonb_populate_recordset(null::audit_entry, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}
