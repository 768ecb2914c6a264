import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Boxes } from 'lucide-react'
import { DeviceDot, DeviceStatus } from '../../domain/device-status.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { type CollectionKind, candidateLimit, type UseCandidates } from './collection-kind.ts'
import { groupList } from './collection-lists.ts'
import { CollectionsPage } from './collections-page.tsx'

const useDevices: UseCandidates = (SiteId, search) => {
  const query = { SiteId, search: search || undefined, PageSize: candidateLimit }
  const { data } = useQuery({ ...queryOf(devices.list, { query }), placeholderData: keepPreviousData })
  return {
    // Devices of the inventory belong to no site.
    candidates: data?.Items?.filter(({ Site }) => Site !== null).map((device) => ({
      Id: device.Id,
      Name: device.Name,
      detail: device.Site?.Name ?? '',
      state: (
        <span className="row nowrap">
          <DeviceDot device={device} />
          <DeviceStatus device={device} />
        </span>
      ),
    })),
    total: data?.Total ?? 0,
  }
}

const deviceGroups: CollectionKind = {
  words: 'groups',
  icon: Boxes,
  list: groupList,
  endpoints: groups,
  sizeField: 'DeviceCount',
  bodyOf: (Devices) => ({ Devices }),
  places: { group_name_taken: 'Name', site_not_found: 'Site', device_not_found: 'Members' },
  useCandidates: useDevices,
}

export const DeviceGroupsPage = () => <CollectionsPage kind={deviceGroups} />
