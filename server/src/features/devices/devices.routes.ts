import { devices } from '@eot/contract/devices'
import { isOnline } from '@eot/contract/is-online'
import { defaultReportInterval } from '@eot/contract/settings'
import { alertTypesOf, sensorCategories } from '@eot/contract/types'
import { sensorKeys } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { LimitConflicts } from '../../access/conflict-limit.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { listSilentSensors } from '../readings/index.ts'
import { changeDevice } from './change-device.command.ts'
import { claimDevice } from './claim-device.command.ts'
import { createDevice } from './create-device.command.ts'
import { replaceDeviceKey, revokeDeviceKeys } from './device-key.command.ts'
import { deviceListQueries } from './device-list.queries.ts'
import { readDeviceRecord } from './device-record.queries.ts'
import { deviceQueries } from './devices.queries.ts'
import { deviceStateToWire, deviceToWire, latestToWire } from './devices.wire.ts'
import { expectedKeys } from './latest-values.wire.ts'
import { deleteDevice, releaseDevice } from './remove-device.command.ts'

/** Maximum length of a list for a selector that searches. */
const lookupLimit = 20

export interface DeviceParts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  limitConflicts: LimitConflicts
  clock: Clock
  /** Ends a device's open alerts, in order with its readings, and returns how many there were. */
  deviceWriter: { endAlerts(deviceId: string, by: { userId: string }): Promise<number> }
}

export function deviceRoutes(serve: Serve<Caller>, parts: DeviceParts): void {
  const { db, scopeOf, deviceWriter, limitConflicts, clock } = parts
  const queries = deviceQueries(db)
  const lists = deviceListQueries(db)
  const getDevice = async (caller: Caller, id: string) =>
    found(await queries.findDevice(ownScope(caller), id), 'device_not_found')

  serve(devices.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const { sortBy, order = 'asc' } = query
    const filter = {
      search: query.search,
      isClaimed: query.claimed,
      isActive: query.IsActive,
      statuses: query.Status,
      modelIds: query.Model,
      deviceIds: query.DeviceId,
      groupIds: query.GroupId,
    }
    return answerPage(query, {
      count: () => lists.countDevices(scope, filter),
      page: async (slice) => {
        const { rows, total } = await lists.listPage(scope, filter, { sortBy, order, ...slice })
        return { items: rows.map(deviceToWire), total }
      },
    })
  })

  serve(devices.all, async ({ query, caller }) => {
    const rows = await queries.listSiteDevices(await scopeOf(caller, query))
    return rows.map((row) => ({
      Id: row.id,
      Name: row.name,
      Site: { Id: row.siteId, Name: row.siteName },
    }))
  })

  serve(devices.online, async ({ query, caller }) => {
    const rows = await queries.listDevicesAtWork(await scopeOf(caller, query))
    const Items = rows.map(deviceStateToWire)
    // The portal updates this count by the same rule when a device's state changes.
    const Online = Items.filter(({ Status }) => isOnline(Status)).length
    return { Online, Total: Items.length, Items }
  })

  serve(devices.lookup, async ({ query, caller }) =>
    lists.lookUp(await scopeOf(caller, query), query.search, lookupLimit),
  )

  serve(devices.get, async ({ params, query, caller }) =>
    readDeviceRecord(db, await getDevice(caller, params.id), {
      interfaceTypes: query.InterfaceTypes,
      detailsFor: query.details ? caller : undefined,
    }),
  )

  serve(devices.name, async ({ params, caller }) => {
    const { id: Id, name: Name } = await getDevice(caller, params.id)
    return { Id, Name }
  })

  serve(devices.alertTypes, async ({ params, caller }) =>
    alertTypesOf((await getDevice(caller, params.id)).kinds),
  )

  serve(devices.streamingTypes, async ({ params, caller }) =>
    sensorCategories((await getDevice(caller, params.id)).kinds),
  )

  serve(devices.status, async ({ params, caller }) => {
    const device = await getDevice(caller, params.id)
    const { siteId, siteName, timeZone } = device
    // Devices in the inventory do not report, and have no site whose time zone could apply.
    if (siteId === null || siteName === null || timeZone === null) throw new AppError('device_not_found')
    const ReportInterval = device.settings.ReportInterval ?? device.reportedInterval ?? defaultReportInterval
    const state = await queries.findLatest(device.no)
    const latestAt = state?.latest_at ?? null
    const Latest = latestToWire(state)
    const sensors = expectedKeys(Latest, sensorKeys)
    const reporter = { no: device.no, latestAt, interval: ReportInterval * 1000, sensors }
    const silent = await listSilentSensors(executeIn(db), [reporter], clock().getTime())
    return {
      ...deviceStateToWire({ ...device, siteId, siteName }),
      Mac: device.mac,
      Model: { Id: device.modelId, Name: device.modelName },
      Kinds: device.kinds,
      ReportInterval,
      LatestAt: latestAt?.toISOString() ?? null,
      Latest,
      ...(silent.length > 0 && { Silent: silent.map(({ sensor }) => sensor) }),
      TimeZone: timeZone,
    }
  })

  serve(devices.create, async ({ body, caller }) => {
    const made = await limitConflicts(caller, () => createDevice(db, caller, body))
    return { ...deviceToWire(made.device), DeviceKey: made.deviceKey }
  })

  serve(devices.update, ({ params, body, caller }) => changeDevice(parts, caller, params.id, body))

  serve(devices.claim, ({ body, caller }) => limitConflicts(caller, () => claimDevice(parts, caller, body)))

  serve(devices.release, ({ params, body, caller }) =>
    releaseDevice(parts, caller, params.id, body.Version ?? undefined),
  )

  serve(devices.remove, ({ params, caller }) => deleteDevice(parts, caller, params.id))

  serve(devices.replaceKey, async ({ params, body, caller }) => {
    const { deviceKey, formerUntil } = await replaceDeviceKey(parts, caller, params.id, body.OverlapSeconds)
    return { DeviceKey: deviceKey, FormerKeyUntil: formerUntil?.toISOString() ?? null }
  })

  serve(devices.revokeKey, async ({ params, caller }) => {
    await revokeDeviceKeys(parts, caller, params.id)
  })

  serve(devices.endAlerts, async ({ params, caller }) => {
    const device = await getDevice(caller, params.id)
    const Ended = await deviceWriter.endAlerts(device.id, { userId: caller.userId })
    return { Ended }
  })
}
