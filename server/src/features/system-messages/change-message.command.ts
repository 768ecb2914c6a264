import type { SystemMessageChange, SystemMessageInput } from '@eot/contract/system-messages'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import { holdSite, holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { announceChange } from '../events/index.ts'
import { type MessageFields, type MessageRow, systemMessageQueries } from './system-messages.queries.ts'
import { messageToWire } from './system-messages.wire.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

interface Targets {
  siteIds: readonly string[]
  roleIds: readonly string[]
}

export function createMessage(
  { db, clock }: Parts,
  caller: Caller,
  input: z.output<typeof SystemMessageInput>,
): Promise<MessageRow> {
  return db.transaction().execute(async (tx) => {
    const id = uuidv7()
    const fields = checked({
      title: input.Title,
      description: input.Description,
      severity: input.Severity,
      starts_at: input.StartAt === undefined ? clock() : new Date(input.StartAt),
      ends_at: input.EndAt === null ? null : new Date(input.EndAt),
      is_active: input.IsActive,
    })
    const targets = { siteIds: input.Sites ?? [caller.siteId], roleIds: input.UserRoles }
    await holdSite(tx, caller)
    await systemMessageQueries(tx).insertMessage({ id, site_id: caller.siteId, ...fields })
    const paths = await setTargets(tx, id, caller.sitePath, targets)
    const message = await getMessage(tx, caller, id)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: caller.siteId,
      action: 'system_message.created',
      subjectId: id,
      details: { changes: fieldChanges<object>({}, shownOf(message)) },
    })
    await announce(tx, message, paths)
    return message
  })
}

export function updateMessage(
  { db }: Parts,
  caller: Caller,
  id: string,
  change: z.output<typeof SystemMessageChange>,
): Promise<MessageRow> {
  return db.transaction().execute(async (tx) => {
    const queries = systemMessageQueries(tx)
    await holdTree(tx)
    await queries.lockMessage(id)
    const before = await getMessage(tx, caller, id)
    await refuseStaleEdit(tx, caller, {
      given: change.Version,
      stored: before,
      current: messageToWire(before),
    })
    const pathsBefore = await queries.listTargetPaths(id)
    const fields = checked({
      title: change.Title ?? before.title,
      description: change.Description ?? before.description,
      severity: change.Severity ?? before.severity,
      starts_at: change.StartAt == null ? before.starts_at : new Date(change.StartAt),
      ends_at: endAfter(change.EndAt, before.ends_at),
      is_active: change.IsActive ?? before.is_active,
    })
    await queries.updateMessage(id, fields)
    const paths = await setTargets(tx, id, before.sitePath, {
      siteIds: change.Sites ?? before.sites.map(({ Id }) => Id),
      roleIds: change.UserRoles ?? before.roles.map(({ Id }) => Id),
    })
    const after = await getMessage(tx, caller, id)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: before.site_id,
      action: 'system_message.updated',
      subjectId: id,
      details: { changes: fieldChanges(shownOf(before), shownOf(after)) },
    })
    await announce(tx, after, [...pathsBefore.map(({ path }) => path), ...paths])
    return after
  })
}

export async function deleteMessage({ db }: Parts, caller: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const queries = systemMessageQueries(tx)
    await holdTree(tx)
    await queries.lockMessage(id)
    const message = await getMessage(tx, caller, id)
    const paths = await queries.listTargetPaths(id)
    await queries.deleteMessage(id)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: message.site_id,
      action: 'system_message.deleted',
      subjectId: id,
      details: { changes: fieldChanges<object>(shownOf(message), {}) },
    })
    await announce(
      tx,
      message,
      paths.map(({ path }) => path),
    )
  })
}

const getMessage = async (tx: Kysely<Database>, caller: Caller, id: string) =>
  found(await systemMessageQueries(tx).findMessage(ownScope(caller), id), 'system_message_not_found')

/** null removes the end, undefined leaves it. */
const endAfter = (given: string | null | undefined, before: Date | null): Date | null =>
  given === undefined ? before : given === null ? null : new Date(given)

function checked(fields: MessageFields): MessageFields {
  if (fields.ends_at !== null && fields.ends_at <= fields.starts_at)
    throw invalid('EndAt', 'Must be after the start')
  return fields
}

/** Sets the sites, which must be within the one at `path`, and the roles. Returns the paths of the sites. */
async function setTargets(
  tx: Kysely<Database>,
  id: string,
  path: string,
  { siteIds, roleIds }: Targets,
): Promise<string[]> {
  const queries = systemMessageQueries(tx)
  const [wantedSites, wantedRoles] = [unique(siteIds), unique(roleIds)]
  const sites = await queries.listSitesWithin(path, wantedSites)
  if (sites.length < wantedSites.length) throw new AppError('site_not_found')
  const roles = await queries.listKnownRoles(wantedRoles)
  if (roles.length < wantedRoles.length) throw new AppError('role_not_found')
  await queries.setTargets(id, wantedSites, roles)
  return sites.map((site) => site.path)
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))]

/** Notifies the people whom the message is or was for. A message for no site concerns only those who manage it. */
async function announce(tx: Kysely<Database>, { sitePath }: MessageRow, paths: readonly string[]) {
  for (const path of new Set(paths.length > 0 ? paths : [sitePath]))
    await announceChange(tx, 'SystemMessagesChanged', path)
}

function shownOf(row: MessageRow) {
  const { Id: _id, Version: _version, Sites, UserRoles, ...shown } = messageToWire(row)
  return {
    ...shown,
    Sites: Sites.map(({ Name }) => Name),
    UserRoles: UserRoles.map(({ Name }) => Name),
  }
}
