import type { Transaction } from 'kysely'
import { insertAuditEntries } from '../access/audit.queries.ts'
import { eraseFromAuditLog } from '../access/audit-erasure.queries.ts'
import type { Database } from '../database.ts'
import { announceChange } from '../features/events/index.ts'
import { keepAdministrators } from '../features/users/keep-administrators.command.ts'
import { AppError } from '../platform/app-error.ts'
import { executeIn } from '../platform/db/execute.queries.ts'
import { StartRefused } from '../platform/start-refused.ts'
import {
  anonymizeUsers,
  deleteBelongings,
  eraseMentions,
  findPerson,
  listErasableEntries,
  type Person,
} from './person.queries.ts'
import { createEraser } from './words-of-person.ts'

export interface Erasure {
  /** The ids under which the person remains in alerts and in the audit log. */
  userIds: string[]
  /** The number of deleted rows by table. */
  deleted: Map<string, number>
  changed: Map<string, number>
}

/** The number of proofs in one entry of the audit log. */
const proofsAnEntry = 1000

/**
 * Erases everything that is known about the person with this address, in the transaction of `tx`. Throws `StartRefused` if
 * nothing is known, or if nobody else could administer the person's site.
 */
export async function erasePerson(tx: Transaction<Database>, email: string): Promise<Erasure> {
  const execute = executeIn(tx)
  const person = await findPerson(execute, email)
  const erase = createEraser(person.words)
  const userIds = person.users.map(({ id }) => id)
  await leaveAdministrators(tx, person)
  const deleted = await deleteBelongings(execute, person)
  const changed = await eraseMentions(execute, person.words, erase)
  const entries = await listErasableEntries(execute, person, erase)
  if (userIds.length + deleted.size + changed.size + entries.length === 0)
    throw new StartRefused(`nothing is known about ${email}`)
  const proofs = await eraseFromAuditLog(execute, entries)
  if (proofs.length > 0) changed.set('audit_entry', proofs.length)
  const [first] = person.users
  for (let from = 0; from === 0 || from < proofs.length; from += proofsAnEntry)
    await insertAuditEntries(execute, [
      {
        actorId: null,
        siteId: first?.siteId ?? null,
        action: 'user.erased',
        subjectId: first?.id ?? null,
        details: { entries: proofs.slice(from, from + proofsAnEntry) },
      },
    ])
  for (const { sitePath } of person.users) await announceChange(tx, 'UsersChanged', sitePath)
  return { userIds, deleted, changed }
}

async function leaveAdministrators(tx: Transaction<Database>, { users }: Person): Promise<void> {
  try {
    for (const user of users)
      await keepAdministrators(tx, user, () => anonymizeUsers(executeIn(tx), [user.id]))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new StartRefused(
      'nobody else could administer the site of this person; make another user administrator first',
      {
        cause: error,
      },
    )
  }
}
