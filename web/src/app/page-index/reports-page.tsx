import { useTranslation } from 'react-i18next'
import { OwnReportsPage } from '../../features/reports/own-reports-page.tsx'
import { PageLinks } from './page-index.tsx'

/** The pages of reports, and the reports that people put together. */
export function ReportsPage() {
  const { t } = useTranslation()
  const about = t('reports.pages', { returnObjects: true })
  return <OwnReportsPage above={<PageLinks path="/reports" about={about} />} />
}
