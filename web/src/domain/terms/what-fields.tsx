import { type SubscriptionEvent, subscriptionEvents } from '@eot/contract/subscription-events'
import { type AlertType, alertTypes, findAlertType } from '@eot/contract/vocabulary'
import { Boxes, Building2, Cpu, Layers } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../lib/forms/use-form.ts'
import { t } from '../../texts/i18n.ts'
import { Check } from '../../ui/check.tsx'
import { PickBox, type PickOption } from '../../ui/pick-box.tsx'
import { Segments } from '../../ui/segments.tsx'
import { AlertTypeChip } from '../sensors/sensor-look.tsx'
import { alertTypeName } from '../sensors/sensor-names.ts'
import { LoadFailure } from './load-failure.tsx'
import type { Target, TargetKind, TermValues } from './term-values.ts'
import { useTargets } from './use-candidates.ts'

export type TermsForm = Pick<Form<TermValues>, 'values' | 'errors' | 'set'>

interface WhatFieldsProps {
  form: TermsForm
  site: { Id: string; Name: string }
  /** How many devices these targets are at present. undefined while that is not known. */
  deviceCount: number | undefined
}

/** The fields for what happened: where, which alerts, and which of their events. */
export function WhatFields({ form, site, deviceCount }: WhatFieldsProps) {
  return (
    <>
      <Targets form={form} site={site} deviceCount={deviceCount} />
      <AlertTypes form={form} />
      <Events form={form} />
    </>
  )
}

const icons = { devices: Cpu, groups: Boxes, sites: Building2 }
const kinds = { Devices: 'devices', Groups: 'groups', Sites: 'sites' } as const
const all = 'All'

const keyOf = ({ kind, Id }: Target) => `${kind} ${Id}`

const targetMark = (kind: TargetKind) => {
  const Icon = icons[kind]
  return <Icon className="icon icon-sm" aria-hidden="true" />
}

const pickOf = (target: Target, note: string | undefined): PickOption => ({
  value: keyOf(target),
  label: target.Name,
  note,
  mark: targetMark(target.kind),
  tone: target.kind === 'sites' ? 'all' : undefined,
})

function Targets({ form, site, deviceCount }: WhatFieldsProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const [search, setSearch] = useState('')
  const kind = kinds[values.Type]
  const { found, more, failed, retry } = useTargets(kind, site.Id, useDeferredValue(search.trim()))
  const everything: PickOption = {
    value: all,
    label: t('subscriptions.editor.allOf', { site: site.Name }),
    note: t('subscriptions.editor.addedLater'),
    tone: 'all',
    mark: <Layers className="icon icon-sm" aria-hidden="true" />,
  }
  const chosen = values.Targets === 'All' ? [] : values.Targets
  const known = new Map([...chosen, ...(found ?? [])].map((target) => [keyOf(target), target]))

  function change(picks: readonly PickOption[]) {
    const wantsAll = picks.some(({ value }) => value === all)
    if (wantsAll && values.Targets !== 'All') return set({ Targets: 'All' })
    set({
      Targets: picks
        .flatMap(({ value }) => known.get(value) ?? [])
        .map(({ Id, Name, kind }) => ({ Id, Name, kind })),
    })
  }

  return (
    <div className="stack tight">
      <Segments
        small
        label={t('subscriptions.editor.target')}
        value={values.Type}
        options={(['Devices', 'Groups', 'Sites'] as const).map((value) => ({
          value,
          text: t(`subscriptions.editor.kind.${value}`),
        }))}
        onChange={(Type) => set({ Type })}
      />
      <PickBox
        label={t('subscriptions.editor.where')}
        placeholder={t(`subscriptions.editor.find.${kind}`)}
        search={search}
        onSearch={setSearch}
        groups={
          found && [
            { value: all, label: '', items: [everything] },
            { value: kind, label: '', items: found.map((target) => pickOf(target, target.detail)) },
          ]
        }
        chosen={
          values.Targets === 'All'
            ? [everything]
            : chosen.map((target) =>
                pickOf(target, target.kind === 'sites' ? t('subscriptions.editor.addedLater') : undefined),
              )
        }
        more={more}
        onChange={change}
        emptyText={t('subscriptions.editor.noTarget')}
        hint={deviceCount !== undefined && t('subscriptions.editor.devicesNow', { count: deviceCount })}
        error={errors.Targets}
      />
      <LoadFailure failed={failed} onRetry={retry} />
    </div>
  )
}

const typePick = (type: AlertType): PickOption => ({
  value: type.Id,
  label: alertTypeName(type),
  mark: <AlertTypeChip typeKey={type.Key} sensor={type.Sensor} />,
})

function AlertTypes({ form }: { form: TermsForm }) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const [search, setSearch] = useState('')
  const everything: PickOption = {
    value: all,
    label: t('subscriptions.editor.allTypes'),
    note: t('subscriptions.editor.typesLater'),
    tone: 'all',
    mark: <Layers className="icon icon-sm" aria-hidden="true" />,
  }
  const asked = search.trim().toLowerCase()
  const matching = [everything, ...alertTypes.map(typePick)].filter(({ label }) =>
    label.toLowerCase().includes(asked),
  )
  const chosen = values.AlertTypes === 'All' ? [] : values.AlertTypes
  return (
    <PickBox
      label={t('subscriptions.editor.types')}
      placeholder={t('subscriptions.editor.findType')}
      search={search}
      onSearch={setSearch}
      groups={[{ value: 'types', label: '', items: matching }]}
      chosen={
        values.AlertTypes === 'All'
          ? [everything]
          : chosen.flatMap((id) => findAlertType(id) ?? []).map((type) => typePick(type))
      }
      onChange={(picks) => {
        const ids = picks.map(({ value }) => value)
        const wantsAll = ids.includes(all) && values.AlertTypes !== 'All'
        set({ AlertTypes: wantsAll ? 'All' : ids.filter((id) => id !== all) })
      }}
      emptyText={t('subscriptions.editor.noType')}
      error={errors.AlertTypes}
    />
  )
}

const eventText = (event: SubscriptionEvent) => t(`subscriptions.editor.event.${event}`)

function Events({ form }: { form: TermsForm }) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  return (
    <fieldset
      className="plain-set event-choice"
      aria-invalid={errors.Events ? true : undefined}
      tabIndex={-1}
    >
      <legend className="label">{t('subscriptions.editor.events')}</legend>
      <div>
        {subscriptionEvents.map((event) => (
          <Check
            key={event}
            label={eventText(event)}
            checked={values.Events.includes(event)}
            onChange={(changed) => {
              const isOn = changed.currentTarget.checked
              set({
                Events: subscriptionEvents.filter((one) =>
                  one === event ? isOn : values.Events.includes(one),
                ),
              })
            }}
          />
        ))}
      </div>
      <p className="hint">{t('subscriptions.editor.followUps')}</p>
      {errors.Events && (
        <p className="err" role="alert">
          {errors.Events}
        </p>
      )}
    </fieldset>
  )
}
