import { numberText } from '../../texts/number-format.ts'
import './device-card.css'
import type { DeviceState, devices } from '@eot/contract/devices'
import type { AnswerOf } from '@eot/contract/endpoint'
import { useTranslation } from 'react-i18next'
import { deviceLook, deviceText, statusOrder } from '../../domain/device-state.ts'
import { Ago } from '../../domain/time-text.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { PageLink } from './page-link.tsx'

const shown = 5

/** The number of devices that report, and the devices that do not. */
export function DeviceCard({ answer }: { answer: AnswerOf<typeof devices.online> }) {
  const { t } = useTranslation()
  const { Items, Online, Total } = answer
  const watched = Items.filter(({ Unwatched }) => Unwatched === null)
  const counts = [
    ...statusOrder.map((status) => ({
      name: status as string,
      count: watched.filter((device) => device.Status === status).length,
      bar: `var(--${deviceLook({ Status: status, Unwatched: null }).level}-fill)`,
    })),
    { name: t('dashboard.notWatched'), count: Items.length - watched.length, bar: 'var(--idle-fill)' },
  ].filter(({ count }) => count > 0)
  const troubled = Items.filter(({ Status, Unwatched }) => Status !== 'ONLINE' || Unwatched).toSorted(
    worstFirst,
  )
  const others = Total - Math.min(troubled.length, shown)
  return (
    <section className="card c4 devices-card">
      <header>
        <h2>{t('dashboard.devices')}</h2>
        <div className="end">
          <PageLink path="/devices">{t('dashboard.allDevices', { count: Total })}</PageLink>
        </div>
      </header>
      <div className="body">
        <div className="row online-line">
          <span className="fig">{numberText(Online)}</span>
          <span className="muted">{t('dashboard.ofOnline', { total: numberText(Total) })}</span>
        </div>
        <div
          className="devbar"
          role="img"
          aria-label={counts
            .map(({ name, count }) => t('dashboard.statusCount', { count, status: name }))
            .join(', ')}
        >
          {counts.toReversed().map(({ name, count, bar }) => (
            <i key={name} className={name} style={{ flexGrow: count, background: bar }} />
          ))}
        </div>
        <ul className="devlist">
          {troubled.slice(0, shown).map((device) => (
            <TroubledDevice key={device.Id} device={device} />
          ))}
          <OthersLine
            others={others}
            hidden={Math.max(0, troubled.length - shown)}
            all={troubled.length === 0}
          />
        </ul>
      </div>
    </section>
  )
}

function TroubledDevice({ device }: { device: DeviceState }) {
  const { t } = useTranslation()
  const look = deviceLook(device)
  return (
    <li>
      <Glyph level={look.level} />
      <span className="truncate">
        {device.Name}
        <small className="truncate">
          {device.Site.Name},{' '}
          {device.LastSeenAt ? <LastSeen at={device.LastSeenAt} /> : t('dashboard.neverSeen')}
        </small>
      </span>
      <span className={`st ${look.text}`}>{deviceText(device)}</span>
    </li>
  )
}

function LastSeen({ at }: { at: string }) {
  return <Ago at={at} />
}

function OthersLine({ others, hidden, all }: { others: number; hidden: number; all: boolean }) {
  const { t } = useTranslation()
  const reporting = others - hidden
  return (
    <>
      {hidden > 0 && (
        <li>
          <Glyph level="idle" />
          <span>{t('dashboard.moreDevices', { count: hidden })}</span>
          <span />
        </li>
      )}
      {reporting > 0 && (
        <li>
          <Glyph level="ok" />
          <span>
            {t(all ? 'dashboard.allOthers' : 'dashboard.others', { count: reporting })}
            <small>{t('dashboard.reporting')}</small>
          </span>
          <span className="st fg-ok">ONLINE</span>
        </li>
      )}
    </>
  )
}

function worstFirst(a: DeviceState, b: DeviceState): number {
  return (
    statusOrder.indexOf(a.Status) - statusOrder.indexOf(b.Status) ||
    (b.StatusSince ?? '').localeCompare(a.StatusSince ?? '')
  )
}
