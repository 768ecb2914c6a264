import { type Alert, alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { Allowed } from '../../session/use-session.tsx'

/** Ends all open alerts of the device, after a confirmation. Shown only to users who may do so. */
export function EndAlerts({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  return (
    <Allowed to="EndAlerts">
      <DestroyButton
        text={t('alerts.end')}
        confirm={{
          title: t('alerts.endTitle', { device: alert.Device.Name }),
          text: t('alerts.endText'),
          verb: t('alerts.endVerb'),
        }}
        run={() => call(devices.endAlerts, { params: { id: alert.Device.Id } })}
        done={({ Ended }) => t('alerts.ended', { count: Ended })}
        failed={(reason) => t('alerts.notEnded', { reason })}
        refreshes={[alerts]}
      />
    </Allowed>
  )
}
