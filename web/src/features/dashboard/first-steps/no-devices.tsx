import { Cpu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { InstallationCard } from '../../../domain/installation/installation-card.tsx'
import { useAllowed } from '../../../session/use-session.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'

/** The dashboard of a site without devices: what to do about it, for those who can. */
export function NoDevices({ siteName }: { siteName: string }) {
  const { t } = useTranslation()
  const mayAdd = useAllowed('AddDevices')
  const runsInstallation = useAllowed('ViewInstallation')
  return (
    <>
      <div className="hero">
        <div>
          <h1 tabIndex={-1}>{siteName || t('dashboard.title')}</h1>
          {mayAdd && <p>{t('dashboard.noDevices')}</p>}
        </div>
      </div>
      {mayAdd ? (
        <FirstStepsCard siteName={siteName} devices={[]} />
      ) : (
        <section className="card">
          <Empty icon={Cpu} heading="h2" title={t('dashboard.noDevices')}>
            {t('dashboard.noDevicesWait')}
          </Empty>
        </section>
      )}
      {runsInstallation && <InstallationCard />}
    </>
  )
}
