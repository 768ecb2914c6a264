import type pg from 'pg'

export interface AuditReport {
  /** Number of rows in the log now, without those deleted after their retention. */
  rows: number
  /** Position of the newest row in the chain: the number of rows ever written. */
  position: number
  /** Hash of the chain up to the newest row, in hex. */
  hash: string
  /** In the order of the chain. Empty if no row was changed, removed or added by hand. */
  faults: string[]
}

/** The end of the chain according to an earlier report. */
export interface AuditWitness {
  position: number
  hash: string
}

const mostFaults = 100

const faultQueries = [
  // A later entry proves the rest of an entry that mentioned an erased person.
  `with proof as (
     select distinct (entry ->> 0)::bigint as id, entry ->> 1 as hash
     from audit_entry erasure, jsonb_array_elements(erasure.details -> 'entries') entry
     where erasure.action = 'user.erased' and (entry ->> 0)::bigint < erasure.id
   )
   select 'row ' || entry_id || ' ' || fault as fault from (
     select position, entry_id, case
       when before is not null and position <> before + 1 then 'follows rows that were removed'
       when before is null and id is not null and position <> 1 then 'follows rows that were removed'
       when before is not null and id is null then 'was removed'
       when computed <> hash and not is_erased then 'was changed'
     end as fault
     from (
       select l.position, l.entry_id, l.hash, e.id, lag(l.position) over chain as before,
         case when e.id is not null then audit_hash(coalesce(lag(l.hash) over chain, sha256('')), e) end as computed,
         proof.id is not null as is_erased
       from audit_link l left join audit_entry e on e.id = l.entry_id
       left join proof on proof.id = e.id and proof.hash = encode(sha256(audit_bytes(e)), 'hex')
       window chain as (order by l.position)
     ) as link
   ) as judged where fault is not null order by position limit ${mostFaults}`,
  `select 'row ' || id || ' was not added by the program' as fault from audit_entry e
   where not exists (select from audit_link l where l.entry_id = e.id) order by id limit ${mostFaults}`,
  `select 'the newest rows were removed' as fault from audit_head h
   where h.position <> coalesce((select max(position) from audit_link), 0)
     or h.hash <> coalesce((select hash from audit_link order by position desc limit 1), sha256(''))`,
]

/**
 * Verifies every row of the audit log against its chain of hashes. Lists at most `mostFaults` faults of each kind. With a
 * witness, also checks that the log still begins with its former contents.
 */
export async function checkAuditLog(pool: pg.Pool, witness?: AuditWitness): Promise<AuditReport> {
  const client = await pool.connect()
  try {
    // All queries share one snapshot, so that concurrent writes cause no false faults.
    await client.query('begin isolation level repeatable read read only')
    const faults: string[] = []
    for (const text of faultQueries) {
      const { rows } = await client.query<{ fault: string }>(text)
      faults.push(...rows.map(({ fault }) => fault))
    }
    if (witness) {
      const { rows } = await client.query<{ isSame: boolean }>(
        `select encode(hash, 'hex') = $2 as "isSame" from audit_link where position = $1`,
        [witness.position, witness.hash],
      )
      if (rows[0]?.isSame === undefined)
        faults.push(`there is no longer a row at position ${witness.position}`)
      else if (!rows[0].isSame) faults.push(`the log up to position ${witness.position} has changed`)
    }
    const { rows } = await client.query<Omit<AuditReport, 'faults'>>(
      `select (select count(*) from audit_entry) as rows, position, encode(hash, 'hex') as hash from audit_head`,
    )
    await client.query('commit')
    const head = rows[0]
    if (!head)
      return { rows: 0, position: 0, hash: '', faults: [...faults, 'the end of the chain was removed'] }
    return { ...head, faults }
  } finally {
    client.release()
  }
}
