import { type DeviceGroup, groups } from '@eot/contract/device-groups'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'

/** Maximum number of attempts if somebody else changes the group meanwhile. */
const attempts = 3

/** Adds devices to a group. Returns those that were not in it before. */
export async function addToGroup(
  groupId: string,
  ids: readonly string[],
): Promise<{ group: DeviceGroup; added: readonly string[] }> {
  let added: readonly string[] = []
  const group = await changeMembers(groupId, (members) => {
    added = ids.filter((id) => !members.includes(id))
    return [...members, ...added]
  })
  return { group, added }
}

export const removeFromGroup = (groupId: string, ids: readonly string[]): Promise<DeviceGroup> =>
  changeMembers(groupId, (members) => members.filter((id) => !ids.includes(id)))

/** The server replaces all members, so each change is based on a version of the group. */
async function changeMembers(
  id: string,
  change: (members: readonly string[]) => string[],
  attempt = 1,
): Promise<DeviceGroup> {
  const group = await call(groups.get, { params: { id } })
  const before = group.Devices.map(({ Id }) => Id)
  const Devices = change(before)
  if (Devices.length === before.length) return group
  try {
    return await call(groups.update, { params: { id }, body: { Devices, Version: group.Version } })
  } catch (error) {
    const isStale = error instanceof ApiError && error.code === 'edit_conflict'
    if (isStale && attempt < attempts) return changeMembers(id, change, attempt + 1)
    throw error
  }
}
