import type { ImportKind } from '@eot/contract/imports'
import type { PermissionKey } from '@eot/contract/permissions'
import { type Caller, hasPermission, requirePermission } from '../../access/caller.ts'

/** A line may create or change a record, so an import requires the permissions for both. */
const needed: Record<ImportKind, readonly PermissionKey[]> = {
  Devices: ['AddDevices', 'EditDevices'],
  Sites: ['AddSubSites', 'EditSubSites'],
}

export const mayImport = (caller: Caller, kind: ImportKind): boolean =>
  needed[kind].every((key) => hasPermission(caller, key))

/** Throws `not_permitted`. */
export function requireImport(caller: Caller, kind: ImportKind): void {
  for (const key of needed[kind]) requirePermission(caller, key)
}
