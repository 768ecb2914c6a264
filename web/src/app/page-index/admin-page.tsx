import { useTranslation } from 'react-i18next'
import { HealthCard } from '../../domain/installation/health-card.tsx'
import { InstallationCard } from '../../domain/installation/installation-card.tsx'
import { useAllowed } from '../../session/use-session.tsx'
import { PageIndex } from './page-index.tsx'

export function AdminPage() {
  const { t } = useTranslation()
  const runsInstallation = useAllowed('ViewInstallation')
  return (
    <>
      <PageIndex
        path="/admin"
        title={t('admin.title')}
        sub={t('admin.sub')}
        about={t('admin.pages', { returnObjects: true })}
      />
      {runsInstallation && <InstallationCard />}
      {runsInstallation && <HealthCard />}
    </>
  )
}
