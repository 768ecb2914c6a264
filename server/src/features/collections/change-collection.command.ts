import type { ErrorCode } from '@eot/contract/errors'
import type { ChangeEventKind } from '@eot/contract/live'
import type { Kysely } from 'kysely'
import { insertAuditEntries, insertAuditEntry } from '../../access/audit.queries.ts'
import type { AuditAction } from '../../access/audit-actions.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import { holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { announceChange } from '../events/index.ts'
import type { CollectionKind, CollectionRow, CollectionSummary, MemberRow } from './collection.ts'
import { collectionChanges, shownOfCollection } from './collection-changes.ts'
import { collectionQueries } from './collections.queries.ts'

/** The names of the changes of a kind, and of its records on the wire. */
export interface CollectionWords<Wire extends object = object, WireRow = unknown> {
  kind: CollectionKind
  /** Name of the member list on the wire. */
  members: 'Devices' | 'Users'
  notFound: ErrorCode
  memberNotFound: ErrorCode
  nameTaken: ErrorCode
  changed: ChangeEventKind
  actions: Record<'created' | 'updated' | 'movedAway' | 'deleted', AuditAction>
  toWire(collection: Collection): Wire
  rowToWire(row: CollectionSummary): WireRow
}

export interface CollectionChange {
  name?: string | null | undefined
  siteId?: string | null | undefined
  memberIds?: readonly string[] | null | undefined
  isActive?: boolean | null | undefined
  version?: number | undefined
}

interface Parts {
  db: Kysely<Database>
  caller: Caller
  words: CollectionWords
}

export interface Collection {
  row: CollectionRow
  members: MemberRow[]
}

/** Adds a collection and returns it. Throws `memberNotFound` if a member is missing, foreign or outside the site. */
export function createCollection(
  { db, caller, words }: Parts,
  input: { name: string; siteId: string | undefined; memberIds: readonly string[]; isActive: boolean },
): Promise<Collection> {
  return changing(db, words, async (tx) => {
    const queries = collectionQueries(tx, words.kind)
    await holdTree(tx)
    const siteId = (input.siteId ?? caller.siteId).toLowerCase()
    const path = found(await queries.lockSite(ownScope(caller), siteId), 'site_not_found')
    const members = await findMembers(tx, words, path, input.memberIds)
    const id = uuidv7()
    await queries.insert({ id, siteId, name: input.name, isActive: input.isActive })
    await queries.setMembers(id, idsOf(members))
    const collection = await readCollection(tx, caller, words, id)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId,
      action: words.actions.created,
      subjectId: id,
      details: { changes: fieldChanges<object>({}, shownOfCollection(words.members, collection)) },
    })
    await announceChange(tx, words.changed, path)
    return collection
  })
}

export async function updateCollection(
  { db, caller, words }: Parts,
  id: string,
  change: CollectionChange,
): Promise<Collection> {
  return changing(db, words, async (tx) => {
    const queries = collectionQueries(tx, words.kind)
    await holdTree(tx)
    await queries.lock(id)
    const { row: before, members: membersBefore } = await readCollection(tx, caller, words, id)
    const current = words.toWire({ row: before, members: membersBefore })
    await refuseStaleEdit(tx, caller, { given: change.version, stored: before, current })
    const siteId = (change.siteId ?? before.siteId).toLowerCase()
    const path = found(await queries.lockSite(ownScope(caller), siteId), 'site_not_found')
    const members = await membersAfter(tx, words, path, membersBefore, change.memberIds)
    const row = { siteId, name: change.name ?? before.name, isActive: change.isActive ?? before.isActive }
    await queries.update(id, row)
    await queries.setMembers(id, idsOf(members))
    const after = await readCollection(tx, caller, words, id)
    const { here, there } = collectionChanges(words.members, { row: before, members: membersBefore }, after)
    const about = { actorId: caller.userId, subjectId: id }
    const { movedAway, updated } = words.actions
    const away = { name: before.name, changes: there }
    await insertAuditEntries(executeIn(tx), [
      ...(there ? [{ ...about, siteId: before.siteId, action: movedAway, details: away }] : []),
      { ...about, siteId, action: updated, details: { changes: here } },
    ])
    for (const changed of new Set([before.sitePath, path])) await announceChange(tx, words.changed, changed)
    return after
  })
}

export async function deleteCollection({ db, caller, words }: Parts, id: string): Promise<void> {
  await changing(db, words, async (tx) => {
    const queries = collectionQueries(tx, words.kind)
    await holdTree(tx)
    await queries.lock(id)
    const { row, members } = await readCollection(tx, caller, words, id)
    await queries.remove(id)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: row.siteId,
      action: words.actions.deleted,
      subjectId: id,
      details: { changes: fieldChanges<object>(shownOfCollection(words.members, { row, members }), {}) },
    })
    await announceChange(tx, words.changed, row.sitePath)
  })
}

async function readCollection(
  tx: Kysely<Database>,
  caller: Caller,
  { kind, notFound }: CollectionWords,
  id: string,
): Promise<Collection> {
  const queries = collectionQueries(tx, kind)
  const row = found(await queries.find(ownScope(caller), id), notFound)
  return { row, members: await queries.listMembers(id) }
}

async function changing<T>(
  db: Kysely<Database>,
  { kind, nameTaken }: CollectionWords,
  work: (tx: Kysely<Database>) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (violatesUnique(error, `${kind.table}__site_id__name`)) throw new AppError(nameTaken)
    throw error
  }
}

/** Returns the given members, or else the previous ones, which must fit the current site of the collection. */
async function membersAfter(
  tx: Kysely<Database>,
  words: CollectionWords,
  path: string,
  before: readonly MemberRow[],
  given: readonly string[] | null | undefined,
): Promise<MemberRow[]> {
  if (given != null) return findMembers(tx, words, path, given)
  const within = await collectionQueries(tx, words.kind).listWithin(path, idsOf(before))
  if (within.length < before.length)
    throw invalid('Site', `Some of the ${words.members.toLowerCase()} are not at this site or below it`)
  return [...before]
}

async function findMembers(
  tx: Kysely<Database>,
  words: CollectionWords,
  path: string,
  ids: readonly string[],
): Promise<MemberRow[]> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const members = await collectionQueries(tx, words.kind).listWithin(path, [...wanted])
  if (members.length < wanted.size) throw new AppError(words.memberNotFound)
  return members
}

const idsOf = (members: readonly MemberRow[]): string[] => members.map(({ id }) => id)
