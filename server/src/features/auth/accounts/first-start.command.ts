import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Database } from '../../../database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { uuidv7 } from '../../../platform/db/uuid.ts'
import type { PasswordHashing } from '../../../platform/password-hashing.ts'
import { StartRefused } from '../../../platform/start-refused.ts'
import { addRootSite } from '../../sites/index.ts'
import { userQueries } from '../../users/index.ts'
import { normalizeEmail } from '../credentials/account.ts'
import { findPasswordFault, generatePassword } from '../credentials/passwords.ts'
import { takeFirstStartTurn } from './first-start.queries.ts'

interface Parts {
  db: Kysely<Database>
  passwords: PasswordHashing
  clock: Clock
}

export interface GivenAdministrator {
  email?: string | undefined
  password?: string | undefined
}

export interface FirstAdministrator {
  email: string
  /** Set only if it was generated. Show it once; it is not stored. */
  generatedPassword?: string
}

const rootSiteName = 'All sites'
const defaultEmail = 'admin@eot.local'

/**
 * In an empty database, creates the root of the site tree and a system administrator. If there are sites already,
 * changes nothing and returns undefined.
 */
export async function createFirstAdministrator(
  { db, passwords, clock }: Parts,
  given: GivenAdministrator = {},
): Promise<FirstAdministrator | undefined> {
  const fault = given.password === undefined ? undefined : findPasswordFault(given.password)
  if (fault) throw new StartRefused(`ADMIN_PASSWORD must have ${fault}`)
  return db.transaction().execute(async (tx) => {
    await takeFirstStartTurn(tx)
    const siteId = await addRootSite(tx, rootSiteName)
    if (siteId === undefined) return undefined
    const email = normalizeEmail(given.email ?? defaultEmail)
    const password = given.password ?? generatePassword()
    const userId = uuidv7()
    await userQueries(tx).insertUser({
      id: userId,
      siteId,
      roleId: (await userQueries(tx).getHighestRole()).id,
      email,
      fullName: 'System Administrator',
      passwordHash: await passwords.hash(password),
      confirmedAt: clock(),
    })
    await insertAuditEntry(tx, { actorId: null, siteId, action: 'user.created', subjectId: userId })
    return given.password === undefined ? { email, generatedPassword: password } : { email }
  })
}
