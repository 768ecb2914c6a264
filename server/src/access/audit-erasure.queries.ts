import type { Execute } from '../platform/db/execute.queries.ts'

/** The replacements for the details, the network address and the name of the actor of an audit entry. */
export interface ErasedEntry {
  id: number
  details: Record<string, unknown>
  address: string | null
  actorName: string | null
}

/** The id of an audit entry and a hash of it without the person, in hex. */
export type ErasureProof = [id: number, hash: string]

/**
 * Replaces the details, addresses and actor names of audit entries, which nothing else may change. Writers of the log
 * wait until the transaction ends. The caller must store the returned proofs in a later entry, `user.erased`: the check
 * reports an entry that does not match its hash as changed, unless a later entry proves its contents.
 */
export async function eraseFromAuditLog(
  execute: Execute,
  entries: readonly ErasedEntry[],
): Promise<ErasureProof[]> {
  if (entries.length === 0) return []
  await execute('alter table audit_entry disable trigger audit_entry__append_only', [])
  await execute(
    `update audit_entry e set details = x.details, address = x.address, actor_name = x."actorName"
     from jsonb_to_recordset($1::jsonb) as x (id bigint, details jsonb, address text, "actorName" text) where e.id = x.id`,
    [JSON.stringify(entries)],
  )
  await execute('alter table audit_entry enable trigger audit_entry__append_only', [])
  const proofs = await execute<{ id: number; hash: string }>(
    `select id, encode(sha256(audit_bytes(e)), 'hex') as hash from audit_entry e where id = any($1) order by id`,
    [entries.map(({ id }) => id)],
  )
  return proofs.map(({ id, hash }) => [Number(id), hash])
}
