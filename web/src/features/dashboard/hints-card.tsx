import { type Hint, hints } from '@eot/contract/hints'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HintNote } from '../../domain/hints/hint-note.tsx'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useCurrentSiteId } from '../../session/current-site.ts'
import { useOpensPage } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'

const shownFirst = 5

/** Rooms unlike the others, and sensors that drift. Renders nothing if there are none. */
export function HintsCard() {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useQuery(queryOf(hints.list, { query: { SiteId: useCurrentSiteId() } }))
  if (error && !data)
    return (
      <section className="card">
        <ErrorPanel text={failureText(error)} onRetry={() => void refetch()} />
      </section>
    )
  if (!data || data.Items.length === 0) return null
  const current = data.Items.filter(({ Dismissed }) => !Dismissed)
  const shown = all ? data.Items : current.slice(0, shownFirst)
  const hidden = data.Items.length - shown.length
  return (
    <section className="card">
      <header>
        <h2>{t('hints.title')}</h2>
        <span className="note">{t('hints.about')}</span>
      </header>
      <div className="body">
        {shown.length === 0 && <p className="hint">{t('hints.none')}</p>}
        <ul className="hint-list">
          {shown.map((hint) => (
            <li key={hint.Id}>
              <HintNote
                hint={hint}
                precision={data.Precision}
                head={
                  <p className="strong">
                    <Place hint={hint} />
                  </p>
                }
              />
            </li>
          ))}
        </ul>
      </div>
      {hidden > 0 && (
        <div className="foot">
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            {t('hints.more', { count: hidden })}
          </Button>
        </div>
      )}
    </section>
  )
}

function Place({ hint: { Device, Site } }: { hint: Hint }) {
  const name = `${Device.Name}, ${Site.Name}`
  if (!useOpensPage('/devices/live-sensor-data')) return name
  return (
    <Link to="/devices/live-sensor-data" search={{ deviceId: Device.Id }}>
      {name}
    </Link>
  )
}
