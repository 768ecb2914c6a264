import type { DeviceInterface, DeviceRecord, InterfaceType } from '@eot/contract/devices'
import type { Kysely } from 'kysely'
import { type Caller, hasPermission } from '../../access/caller.ts'
import { inScope } from '../../access/scope.queries.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { DeviceRow } from './devices.queries.ts'
import { deviceToWire } from './devices.wire.ts'

export interface RecordOptions {
  /** Only interfaces of these types; undefined: all. */
  interfaceTypes?: readonly InterfaceType[] | undefined
  /** Includes the details that this caller may see. */
  detailsFor?: Caller | undefined
}

/** Reads a device as its GET endpoint returns it. */
export async function readDeviceRecord(
  db: Kysely<Database>,
  device: DeviceRow,
  { interfaceTypes, detailsFor }: RecordOptions = {},
): Promise<DeviceRecord> {
  const interfaces = await listInterfaces(db, device.no)
  return {
    ...deviceToWire(device),
    Interfaces: interfaces.filter(({ Type }) => interfaceTypes?.includes(Type) ?? true),
    Ip: interfaces.find(({ Ip }) => Ip !== null)?.Ip ?? null,
    ...(detailsFor && { Details: await readDetails(db, device, detailsFor) }),
  }
}

async function listInterfaces(db: Kysely<Database>, deviceNo: number): Promise<DeviceInterface[]> {
  const rows = await db
    .selectFrom('device_interface')
    .where('device_no', '=', deviceNo)
    .orderBy('connected_at', 'desc')
    .orderBy('type')
    .select(['type', 'ip', 'connected_at'])
    .execute()
  return rows.map(({ type, ip, connected_at }) => ({
    Type: type,
    Ip: ip,
    ConnectedAt: connected_at.toISOString(),
  }))
}

async function readDetails(db: Kysely<Database>, device: DeviceRow, caller: Caller) {
  const row = await db
    .selectFrom('device')
    .where('id', '=', device.id)
    .select(['created_at', 'key_hash', 'former_keys_until', 'claim_code_hash'])
    .executeTakeFirstOrThrow()
  return {
    CreatedAt: row.created_at.toISOString(),
    Kinds: device.kinds,
    Groups: hasPermission(caller, 'ViewDeviceGroups') ? await listGroups(db, caller, device.id) : [],
    HasKey: row.key_hash !== null,
    FormerKeysUntil: row.former_keys_until.map((until) => until.toISOString()).toSorted(),
    HasClaimCode: row.claim_code_hash !== null,
  }
}

/** Lists those groups of a device that belong to sites of the caller. */
const listGroups = (db: Kysely<Database>, caller: Caller, deviceId: string) =>
  db
    .selectFrom('device_group_device')
    .innerJoin('device_group', 'device_group.id', 'device_group_device.device_group_id')
    .innerJoin('site', 'site.id', 'device_group.site_id')
    .where('device_group_device.device_id', '=', deviceId)
    .where((eb) => inScope(eb.ref('site.path'), ownScope(caller)))
    .orderBy('device_group.name')
    .orderBy('device_group.id')
    .select(['device_group.id as Id', 'device_group.name as Name'])
    .execute()
