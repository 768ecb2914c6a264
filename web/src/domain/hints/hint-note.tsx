import './hint-note.css'
import type { AnswerOf } from '@eot/contract/endpoint'
import { type DismissalReason, dismissalReasons, type Hint, hints } from '@eot/contract/hints'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useUndoableChange } from '../../lib/lists/use-undoable-change.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { hintSentence, precisionText } from './hint-text.ts'

interface HintProps {
  hint: Hint
  precision: AnswerOf<typeof hints.list>['Precision']
  /** The subject of the hint, above the sentence. */
  head?: ReactNode
}

/** A hint with its evidence, how often such hints were right, and the user's verdict. */
export function HintNote({ hint, precision, head }: HintProps) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const mayAnswer = useAllowed('ConfirmAlerts')
  const { Dismissed, Kind } = hint
  const by = Dismissed?.By?.Name
  const what = Dismissed && t(`hints.dismissed.${Dismissed.Reason}`)
  return (
    <div className="hint-note">
      <div>
        {head}
        <p>{hintSentence(hint, measurement)}</p>
        <p className="faint">
          {(Kind === 'RoomUnlikeOthers' || Kind === 'SensorDrift') && `${t(`hints.check.${Kind}`)} `}
          {precisionText(precision, Kind)}
        </p>
        {what && (
          <p className="muted">
            {by ? t('hints.dismissedBy', { what, name: by }) : what}
            {Dismissed.Comment && `: ${Dismissed.Comment}`}
          </p>
        )}
      </div>
      {mayAnswer && (Dismissed ? <Restore hint={hint} reason={Dismissed.Reason} /> : <Dismiss hint={hint} />)}
    </div>
  )
}

const apply = (hint: Hint) => (reason: DismissalReason | null) =>
  reason === null
    ? call(hints.restore, { params: { id: hint.Id } })
    : call(hints.dismiss, { params: { id: hint.Id }, body: { Reason: reason } })

function Dismiss({ hint }: { hint: Hint }) {
  const { t } = useTranslation()
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" aria-label={t('hints.dismissNamed', { name: hint.Device.Name })}>
          {t('hints.dismiss')}
          <ChevronDown className="icon icon-sm" aria-hidden="true" />
        </Button>
      }
    >
      {dismissalReasons.map((reason) => (
        <Reason key={reason} hint={hint} reason={reason} />
      ))}
    </Menu>
  )
}

function Reason({ hint, reason }: { hint: Hint; reason: DismissalReason }) {
  const { t } = useTranslation()
  const change = useUndoableChange<DismissalReason | null>(
    { to: reason, back: null, done: t(`hints.dismissed.${reason}`) },
    { feature: hints, apply: apply(hint) },
  )
  return <MenuItem onClick={() => change.mutate()}>{t(`hints.reason.${reason}`)}</MenuItem>
}

function Restore({ hint, reason }: { hint: Hint; reason: DismissalReason }) {
  const { t } = useTranslation()
  const change = useUndoableChange<DismissalReason | null>(
    { to: null, back: reason, done: t('hints.restored') },
    { feature: hints, apply: apply(hint) },
  )
  return (
    <Button size="sm" disabled={change.isPending} onClick={() => change.mutate()}>
      {t('hints.restore')}
    </Button>
  )
}
