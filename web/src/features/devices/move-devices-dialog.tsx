import { type Device, devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SiteField } from '../../domain/site-field.tsx'
import { call } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import type { BulkDialogProps } from '../../lib/lists/bulk-bar.tsx'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Asks for the site to which the selected devices move, including those of the inventory. */
export function MoveDevicesDialog({
  rows,
  onClose,
  onStart,
  siteId,
}: BulkDialogProps<Device> & { siteId: string }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState('')
  // Only operators see the sites of more than one customer.
  const isOperator = useAllowed('ManageSubscriptions')
  const site = useQuery({
    ...queryOf(sites.path, { params: { id: chosen } }),
    enabled: chosen !== '',
  }).data
  const moveTo = (SiteId: string, device: Device) =>
    call(devices.update, { params: { id: device.Id }, body: { SiteId } })
  // A device of the inventory would have to be released, which revokes its key.
  const canUndo = rows.every(({ SiteId }) => SiteId !== null)

  function handleMove() {
    if (!site) return
    onStart({
      run: (device) => moveTo(site.siteId, device),
      done: (count) => t('devices.bulk.moved', { count, site: site.name }),
      ...(canUndo && { undo: (device: Device) => moveTo(device.SiteId ?? site.siteId, device) }),
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('devices.bulk.moveTitle', { count: rows.length })}
      text={[t('devices.bulk.moveText'), ...(isOperator ? [t('devices.edit.otherCustomerText')] : [])].join(
        ' ',
      )}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" disabled={!site} onClick={handleMove}>
            {t('devices.bulk.moveVerb', { count: rows.length })}
          </Button>
        </>
      }
    >
      <div className="stack dialog-form">
        <SiteField
          label={t('devices.column.site')}
          siteId={siteId}
          value={chosen}
          error={undefined}
          onChange={setChosen}
        />
      </div>
    </Dialog>
  )
}
