import { useTranslation } from 'react-i18next'
import { PageIndex } from './page-index.tsx'

export function ReportsPage() {
  const { t } = useTranslation()
  return (
    <PageIndex
      path="/reports"
      title={t('reports.title')}
      sub={t('reports.sub')}
      about={t('reports.pages', { returnObjects: true })}
    />
  )
}
