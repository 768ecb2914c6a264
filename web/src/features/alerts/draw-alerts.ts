import { numberText } from '../../texts/number-format.ts'
import '../../ui/row-cards.css'
import './alert-cards.css'
import type { Alert } from '@eot/contract/alerts'
import { levelOf } from '../../domain/alerts/alert-words.ts'
import { type Drawing, rowsRoom } from '../../domain/drawing.ts'
import { alertTypeName, formulaParts } from '../../domain/sensors/sensor-names.ts'
import { element } from '../../lib/element.ts'
import { durationText, elapsedText, localTime, shortTime } from '../../lib/time/time.ts'
import { t } from '../../texts/i18n.ts'
import type { firstAlertReads } from './alert-query.ts'

/** Widths of the filters in px, so that they take as many rows as in alert-filter-bar.tsx. */
const filterWidths = [132, 137, 134, 120, 90, 135, 104]
/** As many as fit on the screen of a phone. */
const drawnRows = 8

/**
 * The title, the totals and the first alerts, as in list-page.tsx, overview-figures.tsx and alert-columns.tsx, with
 * placeholders for the controls. Alerts are drawn only where they are shown as cards.
 */
export const drawAlerts: Drawing<ReturnType<typeof firstAlertReads>> = ({ page, all }, { site, now }) => {
  if (!page || !all) return undefined
  const head = element(
    'div',
    'page-head',
    element('div', '', element('h1', '', t('alerts.title'))),
    element('div', 'actions', element('div', 'search', element('div', 'input'))),
  )
  const filters = element(
    'div',
    'filters scroll',
    element('span', 'filter range-room'),
    ...filterWidths.map(filter),
  )
  const rows = (page.Items ?? []).slice(0, drawnRows).map((alert) => row(alert, site.timeZone, now))
  const card =
    rows.length > 0
      ? [
          element('div', 'sumline', ...figures(all.Items ?? [], all.Total)),
          element('div', 'histw', element('div', 'histogram-room')),
          element('ul', 'cards', ...rows),
          rowsRoom('table-room'),
        ]
      : [rowsRoom()]
  const list = element('div', '', head, filters, element('section', 'card', ...card))
  return [element('div', 'split list-page alert-list alone', list)]
}

function filter(width: number): HTMLElement {
  const room = element('span', 'filter')
  room.style.width = `${width}px`
  return room
}

function figures(known: readonly Alert[], total: number): HTMLElement[] {
  const figure = (count: number, words: string, className = '') =>
    element('span', '', element('b', className, numberText(count)), ` ${words}`)
  const first = figure(total, t('alerts.total', { count: total }))
  if (known.length < total) return [first] // the rest is counted when all have loaded
  const ongoing = known.filter(({ EndAt }) => EndAt === null).length
  const unconfirmed = known.filter(({ Confirmed }) => !Confirmed).length
  return [
    first,
    figure(ongoing, t('alerts.ongoing', { count: ongoing }), ongoing > 0 ? 'fg-critical' : ''),
    figure(unconfirmed, t('alerts.unconfirmed', { count: unconfirmed })),
  ]
}

function row(alert: Alert, zone: string, now: number): HTMLElement {
  const isOpen = alert.EndAt === null
  const duration = isOpen
    ? elapsedText((now - Date.parse(alert.StartAt)) / 1000)
    : durationText(alert.Duration)
  const local = localTime(alert.StartAt, alert.TimeZone, zone)
  const type = element('span', 'truncate', formula(alertTypeName(alert.Type)), `, ${alert.Site.Name}`)
  return element(
    'li',
    '',
    element('i', 'kind-ic'),
    element('h2', 'truncate', alert.Device.Name),
    element('span', isOpen ? `r strong fg-${levelOf(alert.Severity)}` : 'r', duration),
    element('span', 't muted', element('i', 'glyph'), type),
    element(
      'span',
      'r faint',
      shortTime(alert.StartAt, zone, now),
      ...(local ? [element('span', 'local-time', local)] : []),
    ),
    element('span', 'cs', element('span', 'muted', confirmation(alert))),
    ...(alert.Peak === null ? [] : [element('i', 'bl')]),
  )
}

function confirmation({ Confirmed, ConfirmedBy }: Alert): string {
  if (!Confirmed) return t('alerts.notConfirmed')
  return ConfirmedBy ? t('alerts.confirmedByName', { name: ConfirmedBy.Name }) : t('alerts.confirmed')
}

const formula = (text: string) =>
  element(
    'span',
    '',
    ...formulaParts(text).map((part, at) => (at % 2 === 1 ? element('sub', '', part) : part)),
  )
