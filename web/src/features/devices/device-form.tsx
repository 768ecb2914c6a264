import '../../ui/drawer-form.css'
import { devices } from '@eot/contract/devices'
import { defaultReportInterval } from '@eot/contract/settings'
import { sites } from '@eot/contract/sites'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import type { FieldErrors } from '../../lib/forms/field-errors.ts'
import { type Form, useForm } from '../../lib/forms/use-form.ts'
import { isWholeMac, typedMac } from '../../lib/mac-input.ts'
import { queryOf } from '../../lib/query.ts'
import { siteChoices } from '../../lib/site-choices.ts'
import { t as text } from '../../texts/i18n.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'

export interface DeviceValues {
  Name: string
  Mac: string
  SiteId: string
  Model: string
  /** Seconds as they were typed; empty: as the server has it. */
  ReportInterval: string
}

const longestInterval = 86_400

function check(values: DeviceValues): FieldErrors<DeviceValues> {
  const errors: FieldErrors<DeviceValues> = {}
  if (values.Name.trim() === '') errors.Name = text('devices.form.nameMissing')
  if (!isWholeMac(values.Mac)) errors.Mac = text('devices.form.macInvalid')
  const interval = values.ReportInterval.trim()
  if (
    interval !== '' &&
    !(/^\d+$/.test(interval) && Number(interval) >= 1 && Number(interval) <= longestInterval)
  ) {
    errors.ReportInterval = text('devices.form.intervalInvalid')
  }
  return errors
}

function send({ Name, Mac, SiteId, Model, ReportInterval }: DeviceValues) {
  const Settings = ReportInterval.trim() === '' ? {} : { ReportInterval: Number(ReportInterval) }
  const body = { Name, Mac, SiteId, Settings, ...(Model.trim() === '' ? {} : { Model: Model.trim() }) }
  return call(devices.create, { body })
}

export type CreatedDevice = Awaited<ReturnType<typeof send>>

export function useDeviceForm(
  siteId: string,
  onCreated: (device: CreatedDevice) => void,
): Form<DeviceValues> {
  const queryClient = useQueryClient()
  return useForm<DeviceValues, CreatedDevice>({
    initial: { Name: '', Mac: '', SiteId: siteId, Model: '', ReportInterval: '' },
    check,
    send,
    places: { mac_taken: 'Mac', model_not_found: 'Model', site_not_found: 'SiteId' },
    onSent(device) {
      for (const { path } of [devices.list, devices.online, devices.all]) {
        void queryClient.invalidateQueries({ queryKey: [path] })
      }
      onCreated(device)
    },
  })
}

interface DeviceFormProps {
  id: string
  form: Form<DeviceValues>
  siteId: string
  /** Names of models that devices have already. */
  models: readonly string[]
}

/** What a device needs to be told before it may report. */
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
