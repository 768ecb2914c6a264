import { type DeviceGroup, groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DeviceDot, DeviceStatus } from '../../domain/device-status.tsx'
import { call } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { useFeatures } from '../../session/use-session.tsx'
import { showToast } from '../../ui/toast.tsx'
import {
  CollectionFields,
  type CollectionValues,
  candidateLimit,
  conflictFields,
  saveText,
  type UseCandidates,
} from './collection-fields.tsx'
import { groupList } from './collection-lists.ts'

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
          <DeviceDot status={device.Status} />
          <DeviceStatus status={device.Status} />
        </span>
      ),
    })),
    total: data?.Total ?? 0,
  }
}

const valuesOf = ({ Name, Site, Devices, IsActive }: DeviceGroup): CollectionValues => ({
  Name,
  Site: Site.Id,
  Members: Devices,
  IsActive,
})

const bodyOf = ({ Members, ...values }: CollectionValues) => ({
  ...values,
  Devices: Members.map(({ Id }) => Id),
})

const places = { group_name_taken: 'Name', site_not_found: 'Site', device_not_found: 'Members' } as const

interface DrawerProps {
  siteId: string
  onClose: () => void
}

export function AddGroupDrawer({ siteId, onClose }: DrawerProps) {
  const { t } = useTranslation()
  const initial: CollectionValues = { Name: '', Site: siteId, Members: [], IsActive: true }
  const form = useBodyForm<CollectionValues, typeof groups.create>({
    endpoint: groups.create,
    initial,
    request: (values) => ({ body: bodyOf(values) }),
    places,
    refreshes: [groups],
    onSaved({ Name }) {
      showToast(t('collections.groups.added', { name: Name }))
      onClose()
    },
  })
  return (
    <FormDrawer
      title={t('collections.groups.add')}
      form={form}
      save={t('collections.saveNew')}
      saving={t('collections.saving')}
      onClose={onClose}
    >
      <CollectionFields words="groups" form={form} siteId={siteId} before={[]} useCandidates={useDevices} />
    </FormDrawer>
  )
}

export function EditGroupDrawer({ group, siteId, onClose }: DrawerProps & { group: DeviceGroup }) {
  const { t } = useTranslation()
  const mayDelete = useFeatures(groupList.path).delete
  const initial = valuesOf(group)
  const form = useBodyForm<CollectionValues, typeof groups.update>({
    endpoint: groups.update,
    initial,
    request: (values) => ({ params: { id: group.Id }, body: bodyOf(values) }),
    edit: { version: group.Version, values: valuesOf, fields: conflictFields('groups') },
    places,
    refreshes: [groups],
    onSaved({ Name }) {
      showToast(t('collections.groups.saved', { name: Name }))
      onClose()
    },
  })
  return (
    <FormDrawer
      title={group.Name}
      intro={group.Site.Name}
      form={form}
      part={groupList.openAs}
      save={saveText(initial, form.values)}
      saving={t('collections.saving')}
      onClose={onClose}
    >
      <CollectionFields
        words="groups"
        form={form}
        siteId={siteId}
        before={initial.Members}
        useCandidates={useDevices}
      >
        {mayDelete && (
          <div>
            <DestroyButton
              text={t('collections.groups.delete')}
              confirm={{
                title: t('collections.groups.deleteTitle', { name: group.Name }),
                text: t('collections.groups.deleteText'),
                verb: t('collections.groups.delete'),
              }}
              deletes={group.Id}
              run={async () => {
                await call(groups.remove, { params: { id: group.Id } })
                onClose()
              }}
              done={() => t('collections.groups.deleted', { name: group.Name })}
              refreshes={[groups]}
            />
          </div>
        )}
      </CollectionFields>
    </FormDrawer>
  )
}
