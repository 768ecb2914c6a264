import { User, UsersRound } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadFailure } from '../../domain/terms/load-failure.tsx'
import { t } from '../../texts/i18n.ts'
import { PickBox, type PickOption } from '../../ui/pick-box.tsx'
import type { Receiver } from './subscription-values.ts'
import { Unreached } from './unreached.tsx'
import type { Reach } from './use-reach.ts'
import { useReceivers } from './use-receivers.ts'

interface ReceiversProps {
  label: string
  siteId: string
  chosen: readonly Receiver[]
  /** Who can be notified. undefined while that is not known. */
  reach: Reach | undefined
  onChange: (receivers: Receiver[]) => void
  error: string | undefined
}

const keyOf = ({ kind, Id }: Receiver) => `${kind} ${Id}`
const marks = {
  user: <User className="icon icon-sm" aria-hidden="true" />,
  list: <UsersRound className="icon icon-sm" aria-hidden="true" />,
}

/** A field for people and lists that also shows which of them cannot be reached, and why. */
export function Receivers({ label, siteId, chosen, reach, onChange, error }: ReceiversProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { found, more, failed, retry } = useReceivers(siteId, useDeferredValue(search.trim()))
  const known = new Map([...chosen, ...(found ?? [])].map((receiver) => [keyOf(receiver), receiver]))
  const offered = (kind: Receiver['kind']) =>
    (found ?? [])
      .filter((one) => one.kind === kind)
      .map((one): PickOption => ({ value: keyOf(one), label: one.Name, note: one.detail, mark: marks[kind] }))
  const kinds = search.trim() === '' ? (['list', 'user'] as const) : (['user', 'list'] as const)
  return (
    <>
      <PickBox
        label={label}
        placeholder={t('subscriptions.editor.findReceiver')}
        search={search}
        onSearch={setSearch}
        groups={
          found &&
          // Matches by name come first. Lists are also found by the names of their members.
          kinds
            .map((kind) => ({
              value: kind,
              label: t(`subscriptions.editor.receiverKind.${kind}`),
              items: offered(kind),
            }))
            .filter(({ items }) => items.length > 0)
        }
        more={more}
        chosen={chosen.map((receiver) => pickOf(receiver, reach))}
        onChange={(picks) =>
          onChange(
            picks
              .flatMap(({ value }) => known.get(value) ?? [])
              .map(({ Id, Name, kind }) => ({ Id, Name, kind })),
          )
        }
        emptyText={t('subscriptions.editor.noReceiver')}
        error={error}
      />
      <LoadFailure failed={failed} onRetry={retry} />
      <Unreached receivers={chosen} reach={reach} />
    </>
  )
}

/** A chosen receiver, with the people it reaches. */
function pickOf(receiver: Receiver, reach: Reach | undefined): PickOption {
  const { isBad, note } =
    receiver.kind === 'list' ? listState(receiver.Id, reach) : personState(receiver.Id, reach)
  return {
    value: keyOf(receiver),
    label: receiver.Name,
    note,
    mark: marks[receiver.kind],
    tone: isBad ? 'bad' : undefined,
  }
}

function listState(id: string, reach: Reach | undefined) {
  const list = reach?.Lists.find(({ Id }) => Id === id)
  if (!list) return { isBad: false, note: undefined }
  const { IsActive, MemberCount: count, ReachableCount: reached } = list
  return {
    isBad: reached === 0,
    note: IsActive
      ? t('subscriptions.editor.listReach', { count, reached })
      : t('subscriptions.editor.listInactive'),
  }
}

function personState(id: string, reach: Reach | undefined) {
  const person = reach?.People.find(({ Id }) => Id === id)
  if (!person) return { isBad: false, note: undefined }
  const { Channels, Reason } = person
  return {
    isBad: Reason !== null,
    note: Reason
      ? t(`subscriptions.editor.gate.${Reason}`)
      : Channels.map((channel) => t(`subscriptions.editor.channel.${channel}`)).join(', '),
  }
}
