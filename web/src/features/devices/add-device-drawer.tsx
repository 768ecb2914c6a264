import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../../lib/leave-guard.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type CreatedDevice, DeviceForm, useDeviceForm } from './device-form.tsx'
import { DeviceKey } from './device-key.tsx'

interface AddDeviceDrawerProps {
  siteId: string
  models: readonly string[]
  onClose: () => void
}

/** First the form, then the key of the new device, which nobody can read a second time. */
export function AddDeviceDrawer({ siteId, models, onClose }: AddDeviceDrawerProps) {
  const { t } = useTranslation()
  const formId = useId()
  const [created, setCreated] = useState<CreatedDevice | null>(null)
  const [copied, setCopied] = useState(false)
  const form = useDeviceForm(siteId, (device) => {
    setCreated(device)
    showToast(t('devices.form.added', { name: device.Name }))
  })
  const title = created ? t('devices.key.title', { name: created.Name }) : t('devices.form.title')
  const keyLost = {
    title: t('devices.key.leaveTitle'),
    text: t('devices.key.leaveText'),
    verb: t('devices.key.leave'),
  }
  return (
    <SideDrawer label={title} subject={created?.Id ?? 'new'} onClose={onClose}>
      <header>
        <div>
          <h2>{title}</h2>
          {!created && <p className="muted">{t('devices.form.intro')}</p>}
        </div>
        <span className="spacer" />
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
      </header>
      {created ? (
        <DeviceKey device={created} onCopied={() => setCopied(true)} />
      ) : (
        <DeviceForm id={formId} form={form} siteId={siteId} models={models} />
      )}
      <footer>
        {created ? (
          <>
            <Button variant="primary" onClick={onClose}>
              {t('devices.key.done')}
            </Button>
            <Link to="/devices/live-sensor-data" search={{ deviceId: created.Id }} className="btn">
              {t('devices.key.open')}
            </Link>
          </>
        ) : (
          <>
            <Button variant="primary" type="submit" form={formId} disabled={form.busy}>
              {t(form.busy ? 'devices.form.saving' : 'devices.form.save')}
            </Button>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
          </>
        )}
      </footer>
      <LeaveGuard part="add" active={created ? !copied : form.dirty} {...(created && { words: keyLost })} />
    </SideDrawer>
  )
}
