import { type DeviceRecord, devices } from '@eot/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { Boxes, ChartLine, Cpu, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useDestroy } from '../../lib/lists/use-destroy.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Effect } from '../../ui/effect.tsx'
import { TextField } from '../../ui/field.tsx'
import { openAlertsOf } from './open-alerts-of.ts'

interface ReleaseDialogProps {
  device: DeviceRecord
  onClose: () => void
  /** The device is no longer in the user's sites. */
  onReleased: () => Promise<void>
}

/** Releases a device to the inventory, once the end of its hardware address is typed. */
export function ReleaseDialog({ device, onClose, onReleased }: ReleaseDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const mayViewAlerts = useAllowed('ViewAlerts')
  const openAlerts = useQuery({ ...openAlertsOf(device.Id), enabled: mayViewAlerts }).data?.Total ?? 0
  const groups = device.Details?.Groups ?? []
  const site = device.Site?.Name ?? ''
  const end = device.Mac.slice(-5)
  const destroy = useDestroy({
    async run() {
      await call(devices.release, { params: { id: device.Id }, body: { Version: device.Version } })
      await onReleased()
    },
    deletes: device.Id,
    done: () => t('devices.release.done', { name: device.Name }),
    refreshes: [devices],
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('devices.release.title', { name: device.Name })}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            variant="danger"
            className="filled"
            disabled={hexDigits(typed) !== hexDigits(end) || destroy.isPending}
            onClick={() => destroy.mutate(undefined, { onError: onClose })}
          >
            {t('devices.release.verb')}
          </Button>
        </>
      }
    >
      <div className="db">
        <p>{t('devices.release.text')}</p>
        <ul className="fx">
          <Effect icon={Cpu}>{t('devices.release.leaves', { site })}</Effect>
          {openAlerts > 0 && (
            <Effect level="critical" n={openAlerts}>
              {t('devices.release.alerts', { count: openAlerts })}
            </Effect>
          )}
          {groups.length > 0 && (
            <Effect icon={Boxes} n={groups.length} note={groups.map(({ Name }) => Name).join(', ')}>
              {t('devices.release.groups', { count: groups.length })}
            </Effect>
          )}
          <Effect icon={ChartLine}>{t('devices.release.readings', { site })}</Effect>
          <Effect icon={KeyRound}>{t('devices.release.key')}</Effect>
        </ul>
        <TextField
          label={t('devices.release.type', { end })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}

const hexDigits = (text: string) => text.replaceAll(/[^\da-f]/gi, '').toUpperCase()
