import type { BodyOf } from '@eot/contract/endpoint'
import type { Model, models } from '@eot/contract/models'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { appendEvents } from '../events/index.ts'
import { endDeviceAlerts } from '../ingest/index.ts'
import { defaultModelId } from './default-model.ts'
import { lostAlertTypes } from './device-changes.ts'
import { type ModelRow, modelQueries } from './models.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/** Adds a device model. */
export async function createModel(
  { db }: Pick<Parts, 'db'>,
  caller: Caller,
  { Name, Kinds }: BodyOf<typeof models.create>,
): Promise<ModelRow> {
  return orNameTaken(
    db.transaction().execute(async (tx) => {
      const model = await modelQueries(tx).insertModel({ id: uuidv7(), name: Name, kinds: Kinds })
      await insertAuditEntry(tx, {
        actorId: caller.userId,
        siteId: null,
        action: 'model.created',
        subjectId: model.id,
        details: { changes: fieldChanges<object>({}, editable(model)) },
      })
      return model
    }),
  )
}

/** Changes or retires a model. The open alerts of sensor kinds that it loses end on all of its devices. */
export async function changeModel(
  { db, clock }: Parts,
  caller: Caller,
  id: string,
  change: BodyOf<typeof models.update>,
): Promise<ModelRow> {
  return orNameTaken(
    db.transaction().execute(async (tx) => {
      const queries = modelQueries(tx)
      const before = found(await queries.holdModel(id), 'model_not_found')
      if (before.id === defaultModelId && change.IsActive === false)
        throw invalid('IsActive', 'Devices without a named model have this one, so it cannot be retired')
      await refuseStaleEdit(tx, caller, {
        given: change.Version ?? undefined,
        stored: before,
        current: modelToWire(before),
      })
      const after = await queries.updateModel(before.id, {
        name: change.Name ?? before.name,
        kinds: change.Kinds ?? before.kinds,
        isActive: change.IsActive ?? before.isActive,
      })
      const typeKeys = lostAlertTypes(before.kinds, after.kinds)
      const ended =
        typeKeys.length === 0
          ? []
          : await endDeviceAlerts(executeIn(tx), {
              deviceNos: await queries.listDeviceNos(before.id),
              typeKeys,
              at: clock(),
              reason: 'RuleChanged',
              userId: caller.userId,
            })
      await insertAuditEntry(tx, {
        actorId: caller.userId,
        siteId: null,
        action: 'model.changed',
        subjectId: before.id,
        details: { changes: fieldChanges(editable(before), editable(after)) },
      })
      await appendEvents(executeIn(tx), ended)
      return after
    }),
  )
}

/** Throws if new devices cannot have this model. Devices that already have it keep it. */
export function refuseRetired({ isActive, name }: Pick<ModelRow, 'isActive' | 'name'>): void {
  if (!isActive) throw invalid('Model', `The model ${name} is retired`)
}

async function orNameTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violatesUnique(error, 'device_model__name') || violatesUnique(error, 'device_model_name_key'))
      throw new AppError('model_name_taken')
    throw error
  }
}

const editable = ({ name: Name, kinds: Kinds, isActive: IsActive }: ModelRow) => ({ Name, Kinds, IsActive })

export const modelToWire = (row: ModelRow): Model => ({
  Id: row.id,
  Name: row.name,
  Kinds: row.kinds,
  IsActive: row.isActive,
  Version: row.version,
})
