import type { SubscriptionRow } from '@eot/contract/subscriptions'
import { useTranslation } from 'react-i18next'
import { Said } from '../../domain/terms/said.tsx'
import { WeekStrip } from '../../domain/terms/week-strip.tsx'
import { cellColumn, RowLink, textColumn } from '../../lib/lists/columns.tsx'
import { RowControls } from '../../lib/lists/row-controls.tsx'
import { useFeatures } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { ruleOfRow } from './rule-of.ts'
import { subscriptionList } from './subscription-list.ts'
import { SubscriptionMenu } from './subscription-menu.tsx'
import { levelOf, StateChips, useIsSilent } from './subscription-state.tsx'

export type SubscriptionSort = (typeof subscriptionList)['sort'][number]

export const subscriptionColumns = (): Column<SubscriptionRow, SubscriptionSort>[] => [
  cellColumn(t('subscriptions.column.rule'), (row) => <RuleCell row={row} />, {
    sort: 'Name',
    className: 'rule-cell',
  }),
  textColumn(t('subscriptions.column.site'), ({ Site }) => Site.Name, { sort: 'Site', className: 'cut' }),
  cellColumn(t('subscriptions.column.week'), (row) => <Week row={row} />),
  cellColumn(t('subscriptions.column.people'), (row) => <Reached row={row} />),
  cellColumn(t('subscriptions.column.state'), (row) => <Actions row={row} />, { titleHidden: true }),
]

interface RowProps {
  row: SubscriptionRow
}

function RuleCell({ row }: RowProps) {
  const isSilent = useIsSilent()
  return (
    <div className="rule">
      <Glyph level={levelOf(row, isSilent(row))} />
      <div>
        <RowLink list={subscriptionList} id={row.Id}>
          <span className="strong">{row.Name}</span>
        </RowLink>
        <p className="say">
          <Said rule={ruleOfRow(row)} />
        </p>
        <StateChips subscription={row} />
      </div>
    </div>
  )
}

function Week({ row }: RowProps) {
  const isSilent = useIsSilent()
  return <WeekStrip window={ruleOfRow(row)} off={isSilent(row)} />
}

function Reached({ row: { ReachableCount: reached, ReceiverCount: count } }: RowProps) {
  const { t } = useTranslation()
  return (
    <span className={reached === 0 ? 'fg-critical' : undefined}>
      {t('subscriptions.reached', { reached, count })}
    </span>
  )
}

function Actions({ row }: RowProps) {
  const mayEdit = useFeatures(subscriptionList.path).edit
  return (
    <RowControls>
      {mayEdit && <ActiveSwitch subscription={row} />}
      <SubscriptionMenu subscription={row} />
    </RowControls>
  )
}

/** A subscription as a card, on narrow screens. */
export function SubscriptionCard({ row }: RowProps) {
  return (
    <div className="row-card rule-card">
      <span className="acts">
        <Actions row={row} />
      </span>
      <RuleCell row={row} />
      <Week row={row} />
      <span className="muted">
        <Reached row={row} />
      </span>
    </div>
  )
}
