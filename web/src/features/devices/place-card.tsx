import { type DeviceRecord, devices } from '@eot/contract/devices'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../domain/time-text.tsx'
import { call } from '../../lib/api/api.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { useMinute } from '../../lib/time/now.ts'
import { dayText } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { ReleaseDialog } from './release-dialog.tsx'

interface PlaceCardProps {
  device: DeviceRecord
  onEdit: (() => void) | undefined
  onGone: () => Promise<void>
}

/** Facts about the device, and the actions that remove it from its site. */
export function PlaceCard({ device, onEdit, onGone }: PlaceCardProps) {
  const { t } = useTranslation()
  const [isReleasing, setReleasing] = useState(false)
  const mayDelete = useAllowed('DeleteDevices')
  const zone = useTimeZone()
  const now = useMinute()
  const { Details, Interfaces } = device
  const [latest] = Interfaces
  return (
    <section className="card" aria-label={t('devices.facts.title')}>
      <header>
        <h2>{t('devices.facts.title')}</h2>
        {onEdit && (
          <div className="end">
            <Button size="sm" variant="ghost" icon={Pencil} onClick={onEdit}>
              {t('devices.edit.open')}
            </Button>
          </div>
        )}
      </header>
      <div className="body">
        <dl className="kv device-facts">
          <Fact name={t('devices.column.site')}>{device.Site?.Name ?? t('devices.inventory')}</Fact>
          <Fact name={t('devices.column.model')}>{device.Model.Name}</Fact>
          <Fact name={t('devices.column.mac')} mono>
            {device.Mac}
          </Fact>
          {device.Ip && (
            <Fact name={t('devices.facts.ip')} mono>
              {device.Ip}
            </Fact>
          )}
          {latest && (
            <Fact name={t('devices.facts.interface')}>
              {Interfaces.map(({ Type }) => t(`devices.facts.interfaces.${Type}`)).join(', ')}
            </Fact>
          )}
          {Details && Details.Groups.length > 0 && (
            <Fact name={t('devices.facts.groups')}>{Details.Groups.map(({ Name }) => Name).join(', ')}</Fact>
          )}
          {device.Expiration && (
            <Fact name={t('devices.facts.expires')}>
              {dayText(Date.parse(device.Expiration) - 1, zone, now)}
            </Fact>
          )}
          {Details && (
            <Fact name={t('devices.facts.added')}>
              <When at={Details.CreatedAt} />
            </Fact>
          )}
        </dl>
      </div>
      {mayDelete && (
        <div className="foot wrap">
          {device.Site !== null && (
            <Button size="sm" variant="danger" onClick={() => setReleasing(true)}>
              {t('devices.release.open')}
            </Button>
          )}
          <DestroyButton
            text={t('devices.delete.open')}
            confirm={{
              title: t('devices.delete.title', { name: device.Name }),
              text: t('devices.delete.text'),
              verb: t('devices.delete.verb'),
            }}
            deletes={device.Id}
            run={async () => {
              await call(devices.remove, { params: { id: device.Id } })
              await onGone()
            }}
            done={() => t('devices.delete.done', { name: device.Name })}
            refreshes={[devices]}
          />
        </div>
      )}
      {isReleasing && (
        <ReleaseDialog device={device} onClose={() => setReleasing(false)} onReleased={onGone} />
      )}
    </section>
  )
}

function Fact({ name, mono, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={mono ? 'mono' : undefined}>{children}</dd>
    </>
  )
}
