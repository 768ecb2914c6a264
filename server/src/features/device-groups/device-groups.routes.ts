import { type DeviceGroup, type DeviceGroupRow, groups } from '@eot/contract/device-groups'
import type { Caller } from '../../access/caller.ts'
import type { Serve } from '../../platform/http/serve.ts'
import {
  type CollectionParts,
  type CollectionWords,
  headToWire,
  serveCollections,
} from '../collections/index.ts'

const words: CollectionWords<DeviceGroup, DeviceGroupRow> = {
  kind: {
    table: 'device_group',
    link: 'device_group_device',
    ownerColumn: 'device_group_id',
    memberColumn: 'device_id',
    source: 'device',
    nameColumn: 'name',
    exists: 'true',
    isCounted: 'not member.is_returned',
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
    movedAway: 'device_group.moved_away',
    deleted: 'device_group.deleted',
  },
  toWire: ({ row, members }) => ({
    ...headToWire(row),
    Devices: members.map(({ id, name }) => ({ Id: id, Name: name })),
  }),
  rowToWire: (row) => ({ ...headToWire(row), DeviceCount: row.memberCount, OnlineCount: row.readyCount }),
}

export function deviceGroupRoutes(serve: Serve<Caller>, parts: CollectionParts): void {
  const calls = serveCollections(serve, parts, words, groups)

  serve(groups.list, ({ query, caller }) => calls.list(caller, query))
  serve(groups.get, ({ params, caller }) => calls.get(caller, params.id))
  serve(groups.create, ({ body, caller }) => calls.create(caller, body, body.Devices))
  serve(groups.update, ({ params, body, caller }) => calls.update(caller, params.id, body, body.Devices))
}
