import { commands } from '@eot/contract/commands'
import { type Device, devices } from '@eot/contract/devices'
import { Boxes, FolderInput, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { switchActions } from '../../lib/lists/bulk-actions.ts'
import type { BulkAction } from '../../lib/lists/bulk-bar.tsx'
import { bulkSelection } from '../../lib/lists/bulk-selection.tsx'
import { useAllowed } from '../../session/use-session.tsx'
import { AddToGroupDialog } from './add-to-group-dialog.tsx'
import { MoveDevicesDialog } from './move-devices-dialog.tsx'

/**
 * Selection of devices, for users who may do something with several at once. They can be moved to the site and its
 * sub-sites, and added to the groups there.
 */
export function useDeviceSelection(siteId: string) {
  const actions = useDeviceActions(siteId)
  return bulkSelection({ nameOf: ({ Name }: Device) => Name, actions, refreshes: [devices, commands] })
}

function useDeviceActions(siteId: string): BulkAction<Device>[] {
  const { t } = useTranslation()
  const mayEdit = useAllowed('EditDevices')
  const mayRefresh = useAllowed('RefreshDevice')
  const mayGroup = useAllowed('EditDeviceGroups')
  const refresh: BulkAction<Device> = {
    icon: RefreshCw,
    text: (count) => t('devices.bulk.refresh', { count }),
    applies: ({ Site }) => Site !== null,
    run: (device) => call(commands.refresh, { params: { id: device.Id } }),
    done: (count) => t('devices.bulk.refreshed', { count }),
  }
  const move: BulkAction<Device> = {
    icon: FolderInput,
    text: (count) => t('devices.bulk.move', { count }),
    dialog: (props) => <MoveDevicesDialog {...props} siteId={siteId} />,
  }
  const group: BulkAction<Device> = {
    icon: Boxes,
    text: (count) => t('devices.bulk.addToGroup', { count }),
    applies: ({ Site }) => Site !== null,
    dialog: (props) => <AddToGroupDialog {...props} siteId={siteId} />,
  }
  const switches = switchActions<Device>({
    say: (what, count) => t(`devices.bulk.${what}`, { count }),
    setActive: ({ Id }, IsActive) => call(devices.update, { params: { id: Id }, body: { IsActive } }),
    question: ({ length: count }) => ({
      title: t('devices.bulk.deactivateTitle', { count }),
      text: t('devices.bulk.deactivateText'),
      verb: t('devices.bulk.deactivateVerb'),
    }),
  })
  return [
    ...(mayRefresh ? [refresh] : []),
    ...(mayEdit ? [move] : []),
    ...(mayGroup ? [group] : []),
    ...(mayEdit ? switches : []),
  ]
}
