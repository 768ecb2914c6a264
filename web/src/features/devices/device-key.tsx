import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/banner.tsx'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { httpCommand, mqttCommand } from './connect-examples.ts'
import type { CreatedDevice } from './device-form.tsx'

/** The key, once, and how to report with it. */
export function DeviceKey({ device, onCopied }: { device: CreatedDevice; onCopied: () => void }) {
  const { t } = useTranslation()
  const credentials = { mac: device.Mac, key: device.DeviceKey }
  return (
    <div className="drawer-form">
      <Banner tone="caution">{t('devices.key.once')}</Banner>
      <CopyField label={t('devices.key.label')} value={device.DeviceKey} onCopied={onCopied} />
      <div className="stack">
        <h3 className="label">{t('devices.key.mqtt')}</h3>
        <CopyBlock label={t('devices.key.mqtt')} text={mqttCommand(credentials, location.hostname)} />
        <p className="hint">{t('devices.key.mqttNote')}</p>
      </div>
      <div className="stack">
        <h3 className="label">{t('devices.key.http')}</h3>
        <CopyBlock label={t('devices.key.http')} text={httpCommand(credentials, location.origin)} />
        <p className="hint">{t('devices.key.httpNote')}</p>
      </div>
    </div>
  )
}
