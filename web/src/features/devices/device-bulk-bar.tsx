import { commands } from '@eot/contract/commands'
import { type Device, devices } from '@eot/contract/devices'
import { Boxes, FolderInput, Power, PowerOff, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { type BulkAction, BulkBar } from '../../lib/lists/bulk-bar.tsx'
import { useAllowed } from '../../session/use-session.tsx'
import { AddToGroupDialog } from './add-to-group-dialog.tsx'
import { MoveDevicesDialog } from './move-devices-dialog.tsx'

/**
 * Selection of devices, for users who may do something with several at once. They can be moved to the site and its
 * sub-sites, and added to the groups there.
 */
export function useDeviceSelection(siteId: string) {
  const actions = useDeviceActions(siteId)
  if (actions.length === 0) return undefined
  return {
    nameOf: ({ Name }: Device) => Name,
    bar: (rows: readonly Device[], onSelect: (ids: readonly string[]) => void) => (
      <BulkBar
        rows={rows}
        nameOf={({ Name }) => Name}
        actions={actions}
        refreshes={[devices, commands]}
        onSelect={onSelect}
      />
    ),
  }
}

function useDeviceActions(siteId: string): BulkAction<Device>[] {
  const { t } = useTranslation()
  const mayEdit = useAllowed('EditDevices')
  const mayRefresh = useAllowed('RefreshDevice')
  const mayGroup = useAllowed('EditDeviceGroups')
  const setActive = (IsActive: boolean) => (device: Device) =>
    call(devices.update, { params: { id: device.Id }, body: { IsActive } })
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
  const activate: BulkAction<Device> = {
    icon: Power,
    text: (count) => t('devices.bulk.activate', { count }),
    applies: ({ IsActive }) => !IsActive,
    run: setActive(true),
    undo: setActive(false),
    done: (count) => t('devices.bulk.activated', { count }),
  }
  const deactivate: BulkAction<Device> = {
    icon: PowerOff,
    text: (count) => t('devices.bulk.deactivate', { count }),
    applies: ({ IsActive }) => IsActive,
    run: setActive(false),
    done: (count) => t('devices.bulk.deactivated', { count }),
    question: (count) => ({
      title: t('devices.bulk.deactivateTitle', { count }),
      text: t('devices.bulk.deactivateText'),
      verb: t('devices.bulk.deactivateVerb'),
    }),
  }
  return [
    ...(mayRefresh ? [refresh] : []),
    ...(mayEdit ? [move] : []),
    ...(mayGroup ? [group] : []),
    ...(mayEdit ? [activate, deactivate] : []),
  ]
}
