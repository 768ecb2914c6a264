import { type DeviceGroup, type DeviceGroupRow, groups } from '@eot/contract/device-groups'
import type { Caller } from '../../access/caller.ts'
import type { Serve } from '../../platform/http/serve.ts'
import {
  type Collection,
  type CollectionParts,
  type CollectionRow,
  type CollectionSummary,
  type CollectionWords,
  collectionCalls,
} from '../collections/index.ts'

const words: CollectionWords = {
  kind: {
    table: 'device_group',
    link: 'device_group_device',
    ownerColumn: 'device_group_id',
    memberColumn: 'device_id',
    source: 'device',
    nameColumn: 'name',
    exists: 'true',
    isReady: 'exists (select from device_state state where state.device_no = member.no and state.online)',
  },
  members: 'Devices',
  notFound: 'group_not_found',
  memberNotFound: 'device_not_found',
  nameTaken: 'group_name_taken',
  changed: 'DeviceGroupsChanged',
  actions: {
    created: 'device_group.created',
    updated: 'device_group.updated',
    deleted: 'device_group.deleted',
  },
  toWire,
}

export function deviceGroupRoutes(serve: Serve<Caller>, parts: CollectionParts): void {
  const calls = collectionCalls(parts, words)

  serve(groups.list, ({ query, caller }) =>
    calls.list(caller, query, query.sortBy === 'DeviceCount' ? 'MemberCount' : query.sortBy, rowToWire),
  )
  serve(groups.count, ({ query, caller }) => calls.count(caller, query))
  serve(groups.all, ({ query, caller }) => calls.all(caller, query))
  serve(groups.lookup, ({ query, caller }) => calls.lookup(caller, query))
  serve(groups.name, ({ params, caller }) => calls.name(caller, params.id))
  serve(groups.get, async ({ params, caller }) => toWire(await calls.get(caller, params.id)))
  serve(groups.create, async ({ body, caller }) =>
    toWire(
      await calls.create(caller, {
        name: body.Name,
        siteId: body.Site,
        memberIds: body.Devices,
        isActive: body.IsActive,
      }),
    ),
  )
  serve(groups.update, async ({ params, body, caller }) =>
    toWire(
      await calls.update(caller, params.id, {
        name: body.Name,
        siteId: body.Site,
        memberIds: body.Devices,
        isActive: body.IsActive,
        version: body.Version,
      }),
    ),
  )
  serve(groups.remove, ({ params, caller }) => calls.remove(caller, params.id))
}

function toWire({ row, members }: Collection): DeviceGroup {
  return { ...headToWire(row), Devices: members.map(({ id, name }) => ({ Id: id, Name: name })) }
}

function rowToWire(row: CollectionSummary): DeviceGroupRow {
  return { ...headToWire(row), DeviceCount: row.memberCount, OnlineCount: row.readyCount }
}

const headToWire = (row: CollectionRow) => ({
  Id: row.id,
  Name: row.name,
  Site: { Id: row.siteId, Name: row.siteName },
  IsActive: row.isActive,
  Version: row.version,
})
