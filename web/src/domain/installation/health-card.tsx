import './installation.css'
import { type Health, health } from '@eot/contract/health'
import { installation } from '@eot/contract/installation'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { durationText } from '../../lib/time/time.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { InstallationPart } from './installation-part.tsx'

const refreshMs = 15_000

/** How far the work of the program is behind, and its processes, for the operators. */
export function HealthCard() {
  const { t } = useTranslation()
  const query = useQuery({ ...queryOf(health.get), refetchInterval: refreshMs })
  const set = useQuery(queryOf(installation.get)).data
  const missing = [
    ...(set?.HasMailServer === false ? ['Emails'] : []),
    ...(set?.HasTextProvider === false ? ['Texts'] : []),
  ]
  return (
    <section className="card installation" aria-label={t('health.title')}>
      <header>
        <h2>{t('health.title')}</h2>
      </header>
      <Panel query={query} skeleton={<SkeletonRows rows={10} height={20} gap={16} />}>
        {(found) => (
          <dl>
            {found.Work.map((work) => (
              <WorkPart key={work.Work} work={work} isSetUp={!missing.includes(work.Work)} />
            ))}
            <InstallationPart level="ok" name={t('health.processes')}>
              {found.Processes.map(processText).join(', ')}
            </InstallationPart>
          </dl>
        )}
      </Panel>
    </section>
  )
}

function WorkPart({ work, isSetUp }: { work: Health['Work'][number]; isSetUp: boolean }) {
  const { t } = useTranslation()
  const { BehindSeconds, StalledSince } = work
  const behind = durationText(BehindSeconds)
  // Without a server to send to, there is nothing to be up to date.
  if (!isSetUp && StalledSince === null)
    return (
      <InstallationPart level="idle" name={t(`health.work.${work.Work}`)}>
        {t('health.notSetUp')}
      </InstallationPart>
    )
  return (
    <InstallationPart level={StalledSince === null ? 'ok' : 'serious'} name={t(`health.work.${work.Work}`)}>
      {StalledSince !== null
        ? t('health.late', { behind, meaning: t(`health.meaning.${work.Work}`) })
        : BehindSeconds > 0
          ? t('health.behind', { behind })
          : t('health.upToDate')}
    </InstallationPart>
  )
}

/** Such as "web-1 (api, worker)". */
const processText = ({ Host, Roles }: Health['Processes'][number]): string => `${Host} (${Roles.join(', ')})`
