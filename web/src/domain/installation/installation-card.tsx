import './installation.css'
import { type Installation, installation } from '@eot/contract/installation'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { useLiveStatus } from '../../lib/live/live-status.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { InstallationPart } from './installation-part.tsx'
import { diskText, mqttText } from './installation-texts.ts'

/** What the installation is connected to, and what is still missing, for the operators. */
export function InstallationCard() {
  const { t } = useTranslation()
  const query = useQuery({ ...queryOf(installation.get), refetchOnMount: 'always' })
  return (
    <section className="card installation" aria-label={t('installation.title')}>
      <header>
        <h2>{t('installation.title')}</h2>
      </header>
      <Panel query={query} skeleton={<SkeletonRows rows={5} height={20} gap={16} />}>
        {(found) => <Parts found={found} />}
      </Panel>
    </section>
  )
}

/** With less free space, a week of readings of a large installation may not fit. */
const littleBytes = 5e9

function Parts({ found }: { found: Installation }) {
  const { t } = useTranslation()
  const isLive = useLiveStatus().status === 'live'
  const isFull = found.FreeBytes !== null && found.FreeBytes < littleBytes
  return (
    <dl>
      <InstallationPart level={isLive ? 'ok' : 'caution'} name={t('installation.live')}>
        {t(isLive ? 'installation.connected' : 'installation.notConnected')}
      </InstallationPart>
      <InstallationPart level="ok" name={t('installation.mqtt')}>
        {mqttText(found.Mqtt)}
      </InstallationPart>
      <InstallationPart level={isFull ? 'caution' : 'ok'} name={t('installation.database')}>
        {found.FreeBytes === null
          ? t('installation.elsewhere')
          : t('installation.free', { size: diskText(found.FreeBytes) })}
      </InstallationPart>
      <InstallationPart level={found.HasMailServer ? 'ok' : 'idle'} name={t('installation.mail')}>
        {t(found.HasMailServer ? 'installation.mailServer' : 'installation.noMailServer')}
      </InstallationPart>
      <InstallationPart level={found.HasTextProvider ? 'ok' : 'idle'} name={t('installation.texts')}>
        {t(found.HasTextProvider ? 'installation.textProvider' : 'installation.noTextProvider')}
      </InstallationPart>
    </dl>
  )
}
