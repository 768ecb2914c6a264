import './whom.css'
import { User, UsersRound } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../lib/forms/use-form.ts'
import { elapsedText } from '../../lib/time/time.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { PickBox, type PickOption } from '../../ui/pick-box.tsx'
import { Select } from '../../ui/select.tsx'
import { isReached } from './reach.ts'
import type { Receiver, SubscriptionValues } from './subscription-values.ts'
import { useReceivers } from './use-candidates.ts'
import { type PersonReach, unreached, useReach } from './use-reach.ts'

interface WhomFieldsProps {
  form: Form<SubscriptionValues>
  siteId: string
}

/** Whom to tell, step by step: at once, then by a reminder, and what ends it. */
export function WhomFields({ form, siteId }: WhomFieldsProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const { RemindAfter } = values
  return (
    <ol className="ladder">
      <Step at={t('subscriptions.editor.atOnce')}>
        <Receivers
          label={t('subscriptions.editor.receivers')}
          siteId={siteId}
          chosen={values.Receivers}
          onChange={(Receivers) => set({ Receivers })}
          error={errors.Receivers}
        />
      </Step>
      <Step at={t('subscriptions.editor.afterwards')}>
        <RemindAfterField form={form} />
        {RemindAfter !== null && (
          <Receivers
            label={t('subscriptions.editor.reminded')}
            siteId={siteId}
            chosen={values.Reminded}
            onChange={(Reminded) => set({ Reminded })}
            error={errors.Reminded}
          />
        )}
      </Step>
      <Step at={t('subscriptions.editor.stops')} isLast>
        <p className="muted">
          {t(RemindAfter === null ? 'subscriptions.editor.stopsOnce' : 'subscriptions.editor.stopsWhen')}
        </p>
      </Step>
    </ol>
  )
}

function Step({ at, isLast, children }: { at: string; isLast?: boolean; children: ReactNode }) {
  return (
    <li className={isLast ? 'stop' : undefined}>
      <span className="at">{at}</span>
      <span className="pt" aria-hidden="true" />
      <div className="stack tight">{children}</div>
    </li>
  )
}

/** Minutes that are offered. Others, set through the API, are shown too. */
const minuteChoices = [5, 10, 15, 30, 60, 120]

function RemindAfterField({ form }: Pick<WhomFieldsProps, 'form'>) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const { RemindAfter } = values
  const choices = [...new Set([...minuteChoices, ...(RemindAfter === null ? [] : [RemindAfter])])]
  return (
    <>
      <Select
        label={t('subscriptions.editor.remindAfter')}
        value={String(RemindAfter ?? 'never')}
        options={[
          { value: 'never', text: t('subscriptions.editor.never') },
          ...choices
            .sort((a, b) => a - b)
            .map((minutes) => ({
              value: String(minutes),
              text: t('subscriptions.editor.after', { minutes: elapsedText(minutes * 60) }),
            })),
        ]}
        onChange={(value) => set({ RemindAfter: value === 'never' ? null : Number(value) })}
      />
      {errors.RemindAfter && (
        <p className="err" role="alert">
          {errors.RemindAfter}
        </p>
      )}
    </>
  )
}

interface ReceiversProps {
  label: string
  siteId: string
  chosen: readonly Receiver[]
  onChange: (receivers: Receiver[]) => void
  error: string | undefined
}

const keyOf = ({ kind, Id }: Receiver) => `${kind} ${Id}`
const marks = {
  user: <User className="icon icon-sm" aria-hidden="true" />,
  list: <UsersRound className="icon icon-sm" aria-hidden="true" />,
}

function Receivers({ label, siteId, chosen, onChange, error }: ReceiversProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const found = useReceivers(siteId, useDeferredValue(search.trim()))
  const { people, members } = useReach(chosen)
  const known = new Map([...chosen, ...(found ?? [])].map((receiver) => [keyOf(receiver), receiver]))
  const offered = (kind: Receiver['kind']) =>
    (found ?? [])
      .filter((one) => one.kind === kind)
      .map((one): PickOption => ({ value: keyOf(one), label: one.Name, note: one.detail, mark: marks[kind] }))

  function pickOf(receiver: Receiver): PickOption {
    const ids = receiver.kind === 'user' ? [receiver.Id] : (members.get(receiver.Id) ?? [])
    const known = people.filter(({ id }) => ids.includes(id))
    const reached = known.filter(({ reach }) => isReached(reach)).length
    const [only] = known
    const note =
      receiver.kind === 'list'
        ? members.has(receiver.Id)
          ? t('subscriptions.editor.listReach', { count: ids.length, reached })
          : undefined
        : only && t(`subscriptions.editor.reach.${only.reach}`)
    const isBad =
      known.length === ids.length &&
      reached === 0 &&
      (receiver.kind === 'user' ? only : members.has(receiver.Id))
    return {
      value: keyOf(receiver),
      label: receiver.Name,
      note,
      mark: marks[receiver.kind],
      tone: isBad ? 'bad' : undefined,
    }
  }

  return (
    <>
      <PickBox
        label={label}
        placeholder={t('subscriptions.editor.findReceiver')}
        search={search}
        onSearch={setSearch}
        groups={
          found &&
          // A search is for a name first. Lists are found by the names of their members too.
          (search.trim() === '' ? (['list', 'user'] as const) : (['user', 'list'] as const))
            .map((kind) => ({
              value: kind,
              label: t(`subscriptions.editor.receiverKind.${kind}`),
              items: offered(kind),
            }))
            .filter(({ items }) => items.length > 0)
        }
        chosen={chosen.map(pickOf)}
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
      <Unreached people={unreached(people)} />
    </>
  )
}

/** Who cannot be reached, and why. */
function Unreached({ people }: { people: readonly PersonReach[] }) {
  const { t } = useTranslation()
  if (people.length === 0) return null
  return (
    <ul className="unreached">
      {people.map(({ id, name, reach }) => (
        <li key={id}>
          <Glyph level="serious" />
          <span>{t(`subscriptions.editor.unreached.${reach as 'off'}`, { name })}</span>
        </li>
      ))}
    </ul>
  )
}
