import { roleText } from '../../domain/role-text.ts'
import './help.css'
import { about } from '@eot/contract/about'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { useFeatures, useOpensPage, useSession } from '../../session/use-session.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { chapters } from './guide/chapters.ts'
import { GuideChapter } from './guide/guide-chapter.tsx'
import { SensorTable } from './sensor-table.tsx'

const keys = [
  ['search', ['Ctrl', 'K']],
  ['go', ['G', 'D']],
  ['all', ['?']],
  ['rows', ['J', 'K']],
  ['esc', ['Esc']],
  ['list', ['X', 'F']],
  ['confirm', ['C']],
  ['space', ['Space']],
  ['arrows', ['←', '→', '↑', '↓']],
  ['tab', ['Tab']],
] as const

/** For those who may import anything. */
function ImportHelp() {
  const { t } = useTranslation()
  const mayDevices = useOpensPage('/devices/import')
  const maySites = useOpensPage('/site/sub-sites/import')
  if (!mayDevices) return null
  return (
    <section className="card" aria-labelledby="help-imports">
      <h2 id="help-imports">{t('help.imports.title')}</h2>
      <ol>
        {(['file', 'check', 'apply', 'undo'] as const).map((step) => (
          <li key={step}>{t(`help.imports.${step}`)}</li>
        ))}
      </ol>
      <p className="row wrap">
        <Link to="/devices/import" search={{}}>
          {t('help.imports.devices')}
        </Link>
        {maySites && (
          <Link to="/site/sub-sites/import" search={{}}>
            {t('help.imports.sites')}
          </Link>
        )}
      </p>
    </section>
  )
}

/** The guide, keys, sensors, how a device connects, and whom to ask; or a chapter of the guide. */
export function HelpPage() {
  const { guide } = useSearch({ from: '/portal/help' })
  return guide ? <GuideChapter chapter={guide} /> : <HelpTopics />
}

function HelpTopics() {
  const { t } = useTranslation()
  const { site, user, singleKeys } = useSession()
  const mayAddDevices = useFeatures('/devices').add
  const version = useQuery(queryOf(about.get)).data?.Version
  return (
    <div className="help">
      <PageHead title={t('help.title')} sub={t('help.sub')} />
      <section className="card" aria-labelledby="help-guide">
        <h2 id="help-guide">{t('help.guide.title')}</h2>
        <ul className="help-chapters">
          {chapters.map((chapter) => (
            <li key={chapter}>
              <Link to="/help" search={{ guide: chapter }}>
                {t(`help.guide.${chapter}.title`)}
              </Link>
              <span className="muted">{t(`help.guide.${chapter}.text`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="card" aria-labelledby="help-keys">
        <h2 id="help-keys">{t('help.keys.title')}</h2>
        <dl className="help-keys">
          {keys.map(([name, shown]) => (
            <div key={name}>
              <dt>
                {shown.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(`help.keys.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="row wrap">
          <span className="muted">{t(singleKeys ? 'help.keys.single' : 'help.keys.singleOff')}</span>
          <Link to="/account-info">{t('help.keys.account')}</Link>
        </p>
      </section>
      <section className="card" aria-labelledby="help-sensors">
        <h2 id="help-sensors">{t('help.sensors.title')}</h2>
        <p className="muted">{t('help.sensors.text')}</p>
        <SensorTable />
      </section>
      <section className="card" aria-labelledby="help-connect">
        <h2 id="help-connect">{t('help.connect.title')}</h2>
        <ol>
          {(['add', 'report', 'wait', 'offline'] as const).map((step) => (
            <li key={step}>{t(`help.connect.${step}`)}</li>
          ))}
        </ol>
        <p className="row wrap">
          {mayAddDevices && (
            <Link to="/devices" search={{ add: true }}>
              {t('help.connect.link')}
            </Link>
          )}
          <a href="/api/docs">{t('help.connect.api')}</a>
        </p>
      </section>
      <ImportHelp />
      <section className="card" aria-labelledby="help-contact">
        <h2 id="help-contact">{t('help.contact.title')}</h2>
        <p>{t('help.contact.text')}</p>
        <dl className="help-facts">
          <dt>{t('help.contact.site')}</dt>
          <dd>{site.name}</dd>
          <dt>{t('help.contact.role')}</dt>
          <dd>{roleText(user.UserRole.Name)}</dd>
          {version && (
            <>
              <dt>{t('help.contact.version')}</dt>
              <dd className="mono">{version}</dd>
            </>
          )}
        </dl>
        <p>
          <Link to="/announcements">{t('help.contact.announcements')}</Link>
        </p>
      </section>
    </div>
  )
}
