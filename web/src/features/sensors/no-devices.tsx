import { Link } from '@tanstack/react-router'
import { Cpu } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Allowed } from '../../session/use-session.tsx'
import { Empty } from '../../ui/empty.tsx'

export function NoDevices() {
  const { t } = useTranslation()
  return (
    <section className="card">
      <h2 className="vh">{t('sensors.device')}</h2>
      <Empty
        icon={Cpu}
        title={t('sensors.empty.noDevices')}
        action={
          <Allowed to="AddDevices">
            <Link to="/devices" className="btn primary">
              {t('sensors.empty.addDevice')}
            </Link>
          </Allowed>
        }
      >
        {t('sensors.empty.noDevicesText')}
      </Empty>
    </section>
  )
}
