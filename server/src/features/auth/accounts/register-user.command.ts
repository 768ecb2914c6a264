import type { auth } from '@eot/contract/auth'
import type { BodyOf } from '@eot/contract/endpoint'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import { findSitePath } from '../../../access/scope.queries.ts'
import { holdTree } from '../../../access/site-tree-lock.queries.ts'
import type { Database } from '../../../database.ts'
import { AppError, found } from '../../../platform/app-error.ts'
import type { Clock } from '../../../platform/clock.ts'
import { uuidv7 } from '../../../platform/db/uuid.ts'
import type { PasswordHashing } from '../../../platform/password-hashing.ts'
import { requestMail } from '../../messages/index.ts'
import { userQueries } from '../../users/index.ts'
import { normalizeEmail } from '../credentials/account.ts'
import { requireGoodPassword } from '../credentials/choose-password.command.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
  passwords: PasswordHashing
}

const defaultRole = 'Viewer'
/** Nobody vouches for self-registered users, so they cannot get roles with authority over others. */
const highestPriority = 40

/** For development only: creates an account in a site, to be confirmed by email. */
export async function registerUser(
  { db, clock, passwords }: Parts,
  given: BodyOf<typeof auth.register>,
): Promise<void> {
  const receiver = normalizeEmail(given.Email)
  requireGoodPassword(given.Password, { email: receiver, fullName: given.FullName })
  const users = userQueries(db)
  const role = found(
    given.UserRoleId === undefined
      ? await users.findRoleByName(defaultRole)
      : await users.findRole(given.UserRoleId),
    'role_not_found',
  )
  if (role.priority > highestPriority) throw new AppError('role_above_own')
  const passwordHash = await passwords.hash(given.Password)
  const [id, now] = [uuidv7(), clock()]
  await db.transaction().execute(async (tx) => {
    await holdTree(tx)
    found(await findSitePath(tx)(given.SiteId), 'site_not_found')
    const isTaken = await userQueries(tx).isEmailTaken(receiver)
    const kind = isTaken ? 'AddressKnown' : 'Confirmation'
    if (!isTaken) {
      await userQueries(tx).insertUser({
        id,
        siteId: given.SiteId,
        roleId: role.id,
        email: given.Email.trim(),
        fullName: given.FullName,
        passwordHash,
        confirmedAt: null,
      })
      await insertAuditEntry(tx, {
        actorId: id,
        siteId: given.SiteId,
        action: 'user.registered',
        subjectId: id,
      })
    }
    await requestMail(tx, { kind, receiver, at: now })
  })
}
