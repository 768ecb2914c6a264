import type { WebhookDelivery } from '@eot/contract/webhook-log'
import { useTranslation } from 'react-i18next'
import { timeColumn } from '../../../domain/time-column.tsx'
import { When } from '../../../domain/time-text.tsx'
import { cellColumn, RowLink } from '../../../lib/lists/columns.tsx'
import { t } from '../../../texts/i18n.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { type DeliverySort, deliveryList } from '../delivery-list.ts'
import { mostSquares, resultWords, squaresOf, statusWords, targetName, toneOf } from './delivery-words.ts'

export const deliveryColumns = (): Column<WebhookDelivery, DeliverySort>[] => [
  timeColumn(t('webhooks.column.when'), ({ CreatedAt }) => CreatedAt, { sort: 'CreatedAt' }),
  cellColumn(t('webhooks.column.target'), (row) => <Target row={row} />, {
    sort: 'WebhookRequest',
    className: 'cut delivery-lines',
  }),
  cellColumn(t('webhooks.column.told'), (row) => <Told row={row} />, { className: 'cut delivery-lines' }),
  cellColumn(t('webhooks.column.result'), (row) => <Result row={row} />, {
    sort: 'Status',
    className: 'cut delivery-lines',
  }),
  cellColumn(t('webhooks.column.attempts'), (row) => <AttemptSquares row={row} />, {
    className: 'delivery-attempts',
  }),
  cellColumn(t('webhooks.column.next'), (row) => <Next row={row} />),
]

interface RowProps {
  row: WebhookDelivery
}

function Target({ row }: RowProps) {
  return (
    <>
      <span className="truncate">{targetName(row)}</span>
      <small className="mono truncate">{row.Host}</small>
    </>
  )
}

function Told({ row }: RowProps) {
  const { t } = useTranslation()
  return (
    <>
      <RowLink list={deliveryList} id={row.Id}>
        <span className="truncate">{row.Subject}</span>
      </RowLink>
      <small className="truncate">{t(`subscriptions.editor.event.${row.Event}`)}</small>
    </>
  )
}

export function Result({ row }: { row: WebhookDelivery }) {
  const result = resultWords(row)
  const tone = toneOf(row)
  return (
    <>
      {result ? (
        <span className={`truncate fg-${tone}`}>
          <b>{result.code}</b> {result.text}
        </span>
      ) : (
        <span className={`fg-${tone}`}>{statusWords(row)}</span>
      )}
      {result && <small>{statusWords(row)}</small>}
    </>
  )
}

function AttemptSquares({ row }: RowProps) {
  const { t } = useTranslation()
  return (
    <span className="squares">
      <span className="vh">{t('webhooks.log.attempts', { count: row.Attempts })}</span>
      {squaresOf(row).map((tone, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: attempts keep their places
        <i key={at} className={tone} aria-hidden="true" />
      ))}
      {row.Attempts > mostSquares && <small aria-hidden="true">{row.Attempts}</small>}
    </span>
  )
}

function Next({ row: { NextAt, Status } }: RowProps) {
  const { t } = useTranslation()
  if (NextAt !== null) return <When at={NextAt} />
  return (
    <span className={Status === 'Failed' || Status === 'Stopped' ? 'fg-critical' : 'faint'}>
      {t(
        Status === 'Failed'
          ? 'webhooks.log.gaveUp'
          : Status === 'Stopped'
            ? 'webhooks.log.stopped'
            : 'webhooks.log.none',
      )}
    </span>
  )
}

/** A delivery as a card, on narrow screens. */
export function DeliveryCard({ row }: RowProps) {
  return (
    <div className="row-card delivery-card">
      <div className="row">
        <span className="truncate strong">
          <RowLink list={deliveryList} id={row.Id}>
            {row.Subject}
          </RowLink>
        </span>
        <span className="spacer" />
        <span className="faint nowrap">
          <When at={row.CreatedAt} />
        </span>
      </div>
      <div className="muted truncate">{row.Host ? `${targetName(row)}, ${row.Host}` : targetName(row)}</div>
      <div className="row">
        <span className="card-result">
          <Result row={row} />
        </span>
        <AttemptSquares row={row} />
      </div>
    </div>
  )
}
