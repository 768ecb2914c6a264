import '../../ui/drawer-form.css'
import { devices } from '@eot/contract/devices'
import type { AnswerOf } from '@eot/contract/endpoint'
import { defaultReportInterval } from '@eot/contract/settings'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { typedMac } from '../../domain/mac-input.ts'
import { siteChoices } from '../../domain/site-choices.ts'
import { queryOf } from '../../lib/api/query.ts'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import type { Form } from '../../lib/forms/use-form.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'

export interface DeviceValues {
  Name: string
  Mac: string
  SiteId: string
  Model: string
  /** Seconds as typed. Empty: the server's default. */
  ReportInterval: string
}

export type CreatedDevice = AnswerOf<typeof devices.create>

/** Returns NaN, which the schema rejects, unless the text is a whole number. */
const wholeNumber = (typed: string): number => (/^\d+$/.test(typed) ? Number(typed) : Number.NaN)

function requestOf({ Name, Mac, SiteId, Model, ReportInterval }: DeviceValues) {
  const [model, interval] = [Model.trim(), ReportInterval.trim()]
  const Settings = interval === '' ? {} : { ReportInterval: wholeNumber(interval) }
  return { body: { Name, Mac, SiteId, Settings, ...(model !== '' && { Model: model }) } }
}

export function useDeviceForm(
  siteId: string,
  onCreated: (device: CreatedDevice) => void,
): Form<DeviceValues> {
  const { t } = useTranslation()
  return useBodyForm<DeviceValues, typeof devices.create>({
    endpoint: devices.create,
    initial: { Name: '', Mac: '', SiteId: siteId, Model: '', ReportInterval: '' },
    request: requestOf,
    says: {
      Name: t('devices.form.nameMissing'),
      Mac: t('devices.form.macInvalid'),
      'Settings.ReportInterval': t('devices.form.intervalInvalid'),
    },
    places: { mac_taken: 'Mac', model_not_found: 'Model', site_not_found: 'SiteId' },
    refreshes: [devices],
    onSaved: onCreated,
  })
}

interface DeviceFormProps {
  id: string
  form: Form<DeviceValues>
  siteId: string
  /** Names of models already in use. */
  models: readonly string[]
}

/** What the portal must know about a device before it can report. */
export function DeviceForm({ id, form, siteId, models }: DeviceFormProps) {
  const { t } = useTranslation()
  const modelsId = useId()
  const tree = useQuery(queryOf(sites.tree, { query: { SiteId: siteId, includeCurrentSite: true } }))
  const { values, set, errors, element } = form

  useEffect(() => element.current?.querySelector('input')?.focus(), [element])

  const handleMac = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const { text: Mac, cursor } = typedMac(input.value, input.selectionStart ?? input.value.length)
    set({ Mac })
    requestAnimationFrame(() => input.setSelectionRange(cursor, cursor))
  }

  return (
    <form id={id} ref={element} noValidate onSubmit={form.submit} className="drawer-form">
      <TextField
        label={t('devices.form.name')}
        hint={t('devices.form.nameHint')}
        error={errors.Name}
        value={values.Name}
        maxLength={120}
        autoComplete="off"
        onChange={(event) => set({ Name: event.currentTarget.value })}
      />
      <TextField
        mono
        label={t('devices.form.mac')}
        hint={t('devices.form.macHint')}
        error={errors.Mac}
        value={values.Mac}
        placeholder="A4:CF:12:7B:03:9E"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={handleMac}
      />
      <Combobox
        label={t('devices.form.site')}
        groups={siteChoices(tree.data ?? [])}
        value={values.SiteId}
        onChange={(SiteId) => set({ SiteId })}
        searchLabel={t('shell.findSite')}
        emptyText={t('shell.noSite')}
        error={errors.SiteId}
      />
      <TextField
        label={t('devices.form.model')}
        hint={t('devices.form.modelHint')}
        error={errors.Model}
        value={values.Model}
        list={modelsId}
        maxLength={120}
        autoComplete="off"
        onChange={(event) => set({ Model: event.currentTarget.value })}
      />
      <datalist id={modelsId}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <TextField
        label={t('devices.form.interval')}
        hint={t('devices.form.intervalHint')}
        error={errors.ReportInterval}
        value={values.ReportInterval}
        placeholder={String(defaultReportInterval)}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => set({ ReportInterval: event.currentTarget.value })}
      />
      <FormFailure text={form.failure} />
    </form>
  )
}
