import type { MaintenanceWindow } from '@eot/contract/maintenance'
import { useTranslation } from 'react-i18next'
import { HistorySection } from '../../domain/history/history-section.tsx'
import { useNow } from '../../lib/time/now.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { State } from './maintenance-columns.tsx'
import { spanText, stateText } from './maintenance-words.ts'

/** A window that can no longer be changed, or not by this user. */
export function MaintenanceFacts({ window }: { window: MaintenanceWindow }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useNow()
  return (
    <>
      <section>
        <FactList
          facts={[
            [t('maintenance.state'), <State key="state" window={window} />],
            [t('maintenance.when'), `${spanText(window, zone, now)}, ${stateText(window, now)}`],
            [t('maintenance.reason'), window.Reason],
            [
              t('maintenance.urgentFact'),
              t(window.TellsUrgent ? 'maintenance.sent' : 'maintenance.notSentThen'),
            ],
            [t('maintenance.by'), window.CreatedBy?.Name],
          ]}
        />
      </section>
      <HistorySection of={{ subject: window.Id }} />
    </>
  )
}
