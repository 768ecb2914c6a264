import { groups } from '@eot/contract/device-groups'
import type { Device } from '@eot/contract/devices'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api/api-error.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf, refreshFeatures } from '../../lib/api/query.ts'
import type { BulkDialogProps } from '../../lib/lists/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { showToast } from '../../ui/toast.ts'
import { addToGroup, removeFromGroup } from './group-members.ts'

/** Adds all of the selected devices, or none, to a device group, and offers to undo it. */
export function AddToGroupDialog({
  rows,
  onClose,
  onDone,
  siteId,
}: BulkDialogProps<Device> & { siteId: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const { data: offered = [] } = useQuery(queryOf(groups.all, { query: { SiteId: siteId } }))
  const refresh = () => refreshFeatures(queryClient, groups)
  const adding = useMutation({
    mutationFn: (groupId: string) =>
      addToGroup(
        groupId,
        rows.map(({ Id }) => Id),
      ),
    onSuccess({ group, added }) {
      showToast(
        t('devices.bulk.grouped', { count: added.length, group: group.Name }),
        added.length > 0 ? { undo: () => undoing.mutate({ groupId: group.Id, added }) } : undefined,
      )
      onDone()
    },
    onSettled: () => void refresh(),
  })
  const undoing = useMutation({
    mutationFn: ({ groupId, added }: { groupId: string; added: readonly string[] }) =>
      removeFromGroup(groupId, added),
    onError: (error) => showToast(failureText(error), { urgent: true }),
    onSettled: () => void refresh(),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('devices.bulk.groupTitle', { count: rows.length })}
      text={t('devices.bulk.groupText')}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen === null || adding.isPending}
            onClick={() => chosen !== null && adding.mutate(chosen)}
          >
            {t('devices.bulk.groupVerb', { count: rows.length })}
          </Button>
        </>
      }
    >
      <div className="stack dialog-form">
        <Combobox
          label={t('devices.bulk.group')}
          groups={[
            {
              value: 'groups',
              label: '',
              items: offered.map(({ Id, Name, Site }) => ({ value: Id, label: `${Name}, ${Site.Name}` })),
            },
          ]}
          value={chosen}
          onChange={setChosen}
          searchLabel={t('devices.bulk.findGroup')}
          emptyText={t('devices.bulk.noGroup')}
          placeholder={t('devices.bulk.chooseGroup')}
        />
        <FormFailure text={adding.error ? reasonOf(adding.error) : undefined} />
      </div>
    </Dialog>
  )

  function reasonOf(error: unknown): string {
    const isOutside = error instanceof ApiError && error.code === 'device_not_found'
    return isOutside ? t('devices.bulk.outsideGroup') : failureText(error)
  }
}
