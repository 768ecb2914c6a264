import { useTranslation } from 'react-i18next'
import { OwnReportsPage } from '../../features/reports/own-reports-page.tsx'
import { reportHour } from '../../features/reports/report-hour.ts'
import { hourName } from '../../lib/time/weekdays.ts'
import { PageLinks } from './page-index.tsx'

/** The pages of reports, and the reports that people put together. */
export function ReportsPage() {
  const { t } = useTranslation()
  const about = t('reports.pages', { returnObjects: true, at: hourName(reportHour) })
  return <OwnReportsPage above={<PageLinks path="/reports" about={about} />} />
}
