import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readableLine, searchText } from './text.ts'
import { flag, IdParams, id, Named, PageQuery, pageOf, ScopeQuery, SiteAllQuery, version } from './wire.ts'

const name = readableLine.min(1, 'Please enter a name').max(120)
const devices = z.array(id).max(2000)

/** A named set of devices of a site and its sub-sites. */
export const DeviceGroup = z.strictObject({
  Id: id,
  Name: z.string(),
  Site: Named,
  /** Sorted by name. */
  Devices: z.array(Named),
  IsActive: z.boolean(),
  Version: version,
})
export type DeviceGroup = z.output<typeof DeviceGroup>

/** A device group in a list: counts instead of its devices. Returned devices do not count. */
export const DeviceGroupRow = DeviceGroup.omit({ Devices: true }).extend({
  DeviceCount: z.int(),
  /** How many of its devices are online. */
  OnlineCount: z.int(),
})
export type DeviceGroupRow = z.output<typeof DeviceGroupRow>

export const DeviceGroupInput = z.strictObject({
  Name: name,
  /** Defaults to the caller's own site. */
  Site: id.optional(),
  /** Devices of the site or its sub-sites. */
  Devices: devices.default([]),
  IsActive: z.boolean().default(true),
})

/** Fields that are omitted or null are left unchanged. */
export const DeviceGroupChange = z.strictObject({
  Name: name.nullish(),
  Site: id.nullish(),
  /** Replaces all devices. */
  Devices: devices.nullish(),
  IsActive: z.boolean().nullish(),
  Version: version.optional(),
})

const filter = { ...ScopeQuery.shape, IsActive: flag.optional(), search: searchText.max(200).optional() }

export const groups = {
  list: endpoint({
    method: 'GET',
    path: '/groups',
    summary:
      'List the device groups of a site and its sub-sites; the search covers names of groups and devices',
    access: 'ViewDeviceGroups',
    query: z.strictObject({
      ...PageQuery.shape,
      ...filter,
      sortBy: z.enum(['Name', 'Site', 'DeviceCount']).default('Name'),
    }),
    answer: pageOf(DeviceGroupRow),
  }),
  count: endpoint({
    method: 'GET',
    path: '/groups/count',
    summary: 'Count the device groups of a site and its sub-sites',
    access: 'ViewDeviceGroups',
    query: z.strictObject(filter),
    answer: z.strictObject({ Total: z.int() }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/groups/all',
    summary: 'List id, name and site of every active device group of a site and its sub-sites, for selectors',
    access: 'ViewDeviceGroups',
    query: SiteAllQuery,
    answer: z.array(z.strictObject({ ...Named.shape, Site: Named })),
  }),
  lookup: endpoint({
    method: 'GET',
    path: '/groups/lookup',
    summary: 'Find up to 20 active device groups by name',
    access: 'ViewDeviceGroups',
    query: z.strictObject({ ...SiteAllQuery.shape, search: searchText.max(200).optional() }),
    answer: z.array(Named),
  }),
  name: endpoint({
    method: 'GET',
    path: '/groups/:id/name',
    summary: 'Get the name of a device group',
    access: 'ViewDeviceGroups',
    params: IdParams,
    answer: Named,
  }),
  get: endpoint({
    method: 'GET',
    path: '/groups/:id',
    summary: 'Get a device group with its devices',
    access: 'ViewDeviceGroups',
    params: IdParams,
    answer: DeviceGroup,
  }),
  create: endpoint({
    method: 'POST',
    path: '/groups',
    summary: 'Add a device group',
    access: 'AddDeviceGroups',
    status: 201,
    body: DeviceGroupInput,
    answer: DeviceGroup,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/groups/:id',
    summary: 'Change a device group',
    access: 'EditDeviceGroups',
    params: IdParams,
    body: DeviceGroupChange,
    answer: DeviceGroup,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/groups/:id',
    summary: 'Delete a device group; its devices stay',
    access: 'DeleteDeviceGroups',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
}
