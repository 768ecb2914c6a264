import type { DeviceInput } from '@eot/contract/device-input'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { holdCaller } from '../../access/caller-lock.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope, type Scope } from '../../access/scope.ts'
import { holdSite } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { createSecretToken, hashSecretToken } from '../../platform/secret-token.ts'
import { refuseWrongRules } from '../alerts/index.ts'
import { announceChange } from '../events/index.ts'
import { deviceContent } from './change-devices.command.ts'
import { refuseRetired } from './change-model.command.ts'
import { defaultModelId } from './default-model.ts'
import { type DeviceRow, deviceQueries } from './devices.queries.ts'

type Input = z.output<typeof DeviceInput>

/** Registers a device at one of the caller's sites or in the inventory, and returns it with its key. */
export async function createDevice(
  db: Kysely<Database>,
  caller: Caller,
  input: Input,
): Promise<{ device: DeviceRow; deviceKey: string }> {
  refuseWrongRules(input.Settings.Rules ?? {}, 'Settings.Rules')
  const id = uuidv7()
  const deviceKey = createSecretToken()
  try {
    return await db.transaction().execute(async (tx) => {
      const queries = deviceQueries(tx)
      const owner = await ownerOf(tx, caller, input.SiteId)
      await holdCaller(tx, caller)
      const siteId = owner?.siteId ?? null
      if (siteId !== null && input.ClaimCode !== undefined)
        throw invalid('ClaimCode', 'Only a device in the inventory can have a claim code')
      const model = found(await queries.findModel(input.Model ?? defaultModelId), 'model_not_found')
      refuseRetired(model)
      await queries.insertDevice({
        id,
        mac: input.Mac,
        name: input.Name,
        modelId: model.id,
        siteId,
        isActive: input.IsActive,
        settings: input.Settings,
        keyHash: hashSecretToken(deviceKey),
        claimCodeHash: input.ClaimCode === undefined ? null : hashSecretToken(input.ClaimCode),
      })
      // Read before the commit: if reading failed after it, the key would be lost.
      const device = found(await queries.findDevice(ownScope(caller), id), 'device_not_found')
      await insertAuditEntry(tx, {
        actorId: caller.userId,
        siteId,
        action: 'device.created',
        subjectId: id,
        details: { changes: fieldChanges<object>({}, deviceContent(device)) },
      })
      if (owner) await announceChange(tx, 'DeviceListChanged', owner.path)
      return { device, deviceKey }
    })
  } catch (error) {
    if (violatesUnique(error, 'device_mac_key')) throw new AppError('mac_taken')
    throw error
  }
}

async function ownerOf(
  tx: Kysely<Database>,
  caller: Caller,
  siteId: string | null | undefined,
): Promise<Scope | null> {
  if (siteId !== null) return holdSite(tx, caller, siteId)
  if (!ownScope(caller).includesInventory) throw new AppError('not_permitted')
  return null
}
