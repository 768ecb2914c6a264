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
        text={t('endAlerts.end')}
        confirm={{
          title: t('endAlerts.title', { device: alert.Device.Name }),
          text: t('endAlerts.text'),
          verb: t('endAlerts.end'),
        }}
        run={() => call(devices.endAlerts, { params: { id: alert.Device.Id } })}
        done={({ Ended }) => t('endAlerts.ended', { count: Ended })}
        failed={(reason) => t('endAlerts.notEnded', { reason })}
        refreshes={[alerts]}
      />
    </Allowed>
  )
}
