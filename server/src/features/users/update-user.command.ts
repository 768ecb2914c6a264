import type { BodyOf } from '@eot/contract/endpoint'
import type { users } from '@eot/contract/users'
import type { Kysely } from 'kysely'
import { type AuditEntry, insertAuditEntries } from '../../access/audit.queries.ts'
import type { AuditAction } from '../../access/audit-actions.ts'
import { auditedSite } from '../../access/audit-place.ts'
import { type Caller, requirePermission } from '../../access/caller.ts'
import type { Callers } from '../../access/callers.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { type FieldChanges, fieldChanges } from '../../access/field-changes.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import { holdSite } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { endSessionsOf, proveNewAddress } from '../auth/index.ts'
import { announceChange } from '../events/index.ts'
import { limitInvitations, limitMailsTo, requestMail } from '../messages/index.ts'
import { holdUser } from './hold-user.command.ts'
import { keepAdministrators } from './keep-administrators.command.ts'
import { applyChange, changesAdministered, lacksNumber, type UserFields } from './user-change.ts'
import { type UserRow, userRowQueries } from './user-rows.queries.ts'
import { userWrites } from './user-writes.queries.ts'
import { userQueries } from './users.queries.ts'
import { hasJoined, userToWire } from './users.wire.ts'

export interface UserParts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  callers: Callers
  clock: Clock
}

type Change = BodyOf<typeof users.update>

/**
 * Changes a user of the caller's sites. Users may change their own profile, notices and settings. Changing another user
 * requires EditUsers, a role no lower than theirs and than the one they get, and access to the site they move to.
 */
export async function updateUser(
  { db, callers, clock }: UserParts,
  caller: Caller,
  givenId: string,
  change: Change,
): Promise<UserRow> {
  const id = givenId.toLowerCase()
  if (id !== caller.userId) requirePermission(caller, 'EditUsers')
  const now = clock()
  try {
    return await db.transaction().execute(async (tx) => {
      const target = change.Site ? await holdSite(tx, caller, change.Site) : undefined
      const user = await holdUser(tx, caller, id)
      const current = userToWire(user, now)
      await refuseStaleEdit(tx, caller, { given: change.Version ?? undefined, stored: user, current })
      const before = fieldsOf(user)
      const after = applyChange(before, change)
      if (id === caller.userId && changesAdministered(before, after)) throw new AppError('own_account')
      await checkRole(tx, caller, before, after)
      if (lacksNumber(after) && !lacksNumber(before))
        throw invalid('PhoneNumber', 'Please enter a phone number for text messages')
      if (Object.keys(fieldChanges(before, after)).length === 0) return user

      const proof = findAddressProof(user, after)
      // Before the update: an invitation of the same address takes the turn of its emails and then the address, too.
      if (proof) await limitProofs(tx, caller, { user, receiver: after.Email, at: now })
      await keepAdministrators(tx, { id, sitePath: user.site_path }, () =>
        userWrites(tx).updateUser(id, after),
      )
      if (before.IsActive && !after.IsActive) await endSessionsOf(tx, id, 'deactivated', now)
      await proveAddress(tx, caller, { user, after, proof, now })
      const changed = found(await userRowQueries(tx).findUser(ownScope(caller), id), 'user_not_found')
      const changes = namedChanges(before, after, { user, changed })
      // Users who rename themselves did so under their former name.
      const actor = { actorId: caller.userId, ...(id === caller.userId && { actorName: user.full_name }) }
      const about = { ...actor, subjectId: id }
      const arrived: AuditEntry = {
        ...about,
        siteId: changed.site_id,
        action: actionOf(before, after),
        details: { changes },
      }
      await insertAuditEntries(executeIn(tx), [...leftSite(about, user, changes), arrived])
      if (!changesOnlySettings(before, after)) {
        await announceChange(tx, 'UsersChanged', user.site_path)
        if (target && target.path !== user.site_path) await announceChange(tx, 'UsersChanged', target.path)
      }
      return changed
    })
  } catch (error) {
    if (violatesUnique(error, 'app_user__email')) throw new AppError('email_taken')
    throw error
  } finally {
    callers.invalidateUser(id)
  }
}

async function checkRole(tx: Kysely<Database>, caller: Caller, before: UserFields, after: UserFields) {
  if (before.UserRole === after.UserRole) return
  const role = found(await userQueries(tx).findRole(after.UserRole), 'role_not_found')
  if (role.priority > caller.priority) throw new AppError('role_above_own')
}

type AddressProof = 'AddressConfirmation' | 'Invitation'

/**
 * Returns the email by which a user confirms a new address: a link, or another invitation for users who have not joined yet.
 * Inactive users get it when they become active.
 */
function findAddressProof(user: UserRow, after: UserFields): AddressProof | undefined {
  if (!after.IsActive) return undefined
  const isChanged = user.email !== after.Email
  const isActivated = !user.is_active
  if (hasJoined(user))
    return isChanged || (isActivated && user.confirmed_at === null) ? 'AddressConfirmation' : undefined
  return isChanged || (isActivated && user.password_hash === null) ? 'Invitation' : undefined
}

/** Throws `rate_limited` before a change of addresses could be used to send emails to many strangers, or many to one. */
async function limitProofs(
  tx: Kysely<Database>,
  caller: Caller,
  { user, receiver, at }: { user: UserRow; receiver: string; at: Date },
): Promise<void> {
  await limitInvitations(tx, { inviterId: caller.userId, sitePath: user.site_path, at })
  await limitMailsTo(tx, { receiver, kinds: ['AddressConfirmation', 'Invitation'], at })
}

/** Call after the update. Ends what the old address gave access to, and requests the email that proves the new one. */
async function proveAddress(
  tx: Kysely<Database>,
  caller: Caller,
  {
    user,
    after,
    proof,
    now,
  }: { user: UserRow; after: UserFields; proof: AddressProof | undefined; now: Date },
): Promise<void> {
  const { id, email: before, site_id: siteId } = user
  const isConfirmed = user.confirmed_at !== null
  if (before !== after.Email)
    await proveNewAddress(tx, { id, before, hasJoined: hasJoined(user), isConfirmed }, now)
  if (!proof) return
  await requestMail(tx, {
    kind: proof,
    receiver: after.Email,
    userId: id,
    siteId,
    details: { inviter: caller.fullName, inviterId: caller.userId },
    at: now,
  })
}

function fieldsOf(user: UserRow): UserFields {
  return {
    FullName: user.full_name,
    UserTitle: user.user_title,
    PhoneNumber: user.phone_number,
    NotificationsEnabled: user.notifications_enabled,
    EmailEnabled: user.email_enabled,
    TextEnabled: user.text_enabled,
    Settings: user.settings,
    Email: user.email,
    UserRole: user.role_id,
    Site: user.site_id,
    IsActive: user.is_active,
    ForceUserTwoFactorAuth: user.force_two_factor,
  }
}

/** Returns the changes for the history: role and site by name, settings one by one. */
function namedChanges(
  before: UserFields,
  after: UserFields,
  { user, changed }: { user: UserRow; changed: UserRow },
): FieldChanges {
  const { Settings, ...changes } = fieldChanges(before, after)
  return {
    ...changes,
    ...(changes.UserRole && { UserRole: [user.role_name, changed.role_name] }),
    ...(changes.Site && { Site: [siteOf(user), siteOf(changed)] }),
    ...(Settings && fieldChanges(before.Settings, after.Settings)),
  }
}

const siteOf = (user: UserRow) => auditedSite(user.site_id, user.site_name, user.site_path)

/** Returns the audit entry of a move for the site that the user has left, without other changes. */
function leftSite(
  about: Pick<AuditEntry, 'actorId' | 'actorName' | 'subjectId'>,
  { site_id: siteId, full_name: name }: UserRow,
  { Site }: FieldChanges,
): AuditEntry[] {
  return Site ? [{ ...about, siteId, action: 'user.moved_away', details: { name, changes: { Site } } }] : []
}

const changesOnlySettings = (before: UserFields, after: UserFields) =>
  Object.keys(fieldChanges(before, after)).join() === 'Settings'

function actionOf(before: UserFields, after: UserFields): AuditAction {
  if (before.IsActive !== after.IsActive) return after.IsActive ? 'user.reactivated' : 'user.deactivated'
  return changesOnlySettings(before, after) ? 'user.settings_changed' : 'user.changed'
}
