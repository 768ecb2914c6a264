import { z } from 'zod'
import { isDeviceMac, Mac } from './mac.ts'
import { DeviceSettings, RuleOverrides } from './settings.ts'
import { readableLine } from './text.ts'
import { givenInstant, id, version } from './wire.ts'

/** A new device. */
export const DeviceInput = z.strictObject({
  Name: readableLine.min(1, 'Please enter a name').max(120),
  Mac: Mac.refine(isDeviceMac, 'No device has this hardware address'),
  /** Defaults to the caller's own site. null: the inventory, for system administrators only. */
  SiteId: id.nullable().optional(),
  Model: z.union([id, z.string().trim().min(1).max(120)]).optional(),
  IsActive: z.boolean().default(true),
  Settings: DeviceSettings.default({}),
  /** Required to register a site with this device. Inventory only; stored as a hash. */
  ClaimCode: z.string().trim().min(6).max(120).optional(),
})

/** A change of a device. A field that is absent or null is left as it is. */
export const DeviceChange = z.strictObject({
  Name: readableLine.min(1, 'Please enter a name').max(120).nullish(),
  /**
   * Moves the device, or claims it from the inventory. Its open alerts end; past alerts keep their site. Use `release` to
   * return it to the inventory.
   */
  SiteId: id.nullish(),
  /** Id or name. */
  Model: z.union([id, z.string().trim().min(1).max(120)]).nullish(),
  IsActive: z.boolean().nullish(),
  /** An empty text removes the expiration. */
  Expiration: z
    .union([givenInstant, z.literal('')])
    .nullish()
    .meta({ examples: ['2030-01-01T00:00:00.000Z', ''] }),
  RMA: z.boolean().nullish(),
  Settings: z
    .strictObject({
      /** In seconds; 0: as reported by the device. */
      ReportInterval: z.int().min(0).max(86_400).nullish(),
      /** Replaces all rules of the device. Requires ManageThresholds. */
      Rules: RuleOverrides.nullish(),
    })
    .nullish(),
  /** The version that was edited. If it is no longer the current one, nothing changes: `edit_conflict`. */
  Version: version.nullish(),
})
