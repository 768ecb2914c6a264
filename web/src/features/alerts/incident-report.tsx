import type { Alert } from '@eot/contract/alerts'
import { reports } from '@eot/contract/reports'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { callForBlob } from '../../lib/api/api.ts'
import { useFileDownload } from '../../lib/lists/download-button.tsx'
import { shownClock } from '../../texts/date-format.ts'
import { Button } from '../../ui/button.tsx'

/** Downloads the incident report of an alert, for people's files. */
export function IncidentReport({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const load = () =>
    callForBlob(reports.ofAlert, { params: { id: alert.Id }, query: { clock: shownClock() } })
  const download = useFileDownload({ name: 'incident-report', load }, undefined, 'pdf')
  return (
    <section>
      <Button icon={FileText} size="sm" disabled={download.isPending} onClick={() => download.mutate()}>
        {t('reports.incident')}
      </Button>
    </section>
  )
}
