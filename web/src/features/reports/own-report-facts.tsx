import type { OwnReport } from '@eot/contract/own-reports'
import { useTranslation } from 'react-i18next'
import { FactList } from '../../ui/fact-list.tsx'
import { receiverText, sectionNames, When } from './own-report-columns.tsx'

/** The facts of an own report, for users who may not change it. */
export function OwnReportFacts({ report }: { report: OwnReport }) {
  const { t } = useTranslation()
  const limits = [...(report.Devices === 'All' ? [] : report.Devices), ...report.Groups]
  return (
    <section>
      <FactList
        facts={[
          [t('reports.sections'), sectionNames(report.Sections)],
          [t('reports.schedule'), <When key="when" row={report} />],
          [
            t('reports.own.devices'),
            report.Devices === 'All' ? t('reports.own.all') : limits.map(({ Name }) => Name).join(', '),
          ],
          [t('reports.own.receivers'), receiverText(report.ReceiverCount)],
          [t('reports.own.site'), report.Site.Name],
          [t('reports.own.by'), report.CreatedBy?.Name],
        ]}
      />
    </section>
  )
}
