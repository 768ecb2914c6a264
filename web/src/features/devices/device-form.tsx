import '../../ui/drawer-form.css'
import { devices } from '@eot/contract/devices'
import type { AnswerOf } from '@eot/contract/endpoint'
import { defaultReportInterval } from '@eot/contract/settings'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FormMac, FormSite } from '../../domain/form-fields.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import type { Form } from '../../lib/forms/use-form.ts'
import { readNumber } from '../../lib/numbers.ts'
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

function requestOf({ Name, Mac, SiteId, Model, ReportInterval }: DeviceValues) {
  const [model, interval] = [Model.trim(), ReportInterval.trim()]
  // The schema refuses NaN.
  const Settings = interval === '' ? {} : { ReportInterval: readNumber(interval) ?? Number.NaN }
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
    messages: {
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
  const { element } = form

  useEffect(() => element.current?.querySelector('input')?.focus(), [element])

  return (
    <form id={id} ref={element} noValidate onSubmit={form.submit} className="drawer-form">
      <FormText
        form={form}
        name="Name"
        label={t('devices.form.name')}
        hint={t('devices.form.nameHint')}
        maxLength={120}
        autoComplete="off"
      />
      <FormMac form={form} name="Mac" label={t('devices.form.mac')} hint={t('devices.form.macHint')} />
      <FormSite form={form} name="SiteId" label={t('devices.form.site')} siteId={siteId} />
      <FormText
        form={form}
        name="Model"
        label={t('devices.form.model')}
        hint={t('devices.form.modelHint')}
        list={modelsId}
        maxLength={120}
        autoComplete="off"
      />
      <datalist id={modelsId}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <FormText
        form={form}
        name="ReportInterval"
        label={t('devices.form.interval')}
        hint={t('devices.form.intervalHint')}
        placeholder={String(defaultReportInterval)}
        inputMode="numeric"
        autoComplete="off"
      />
      <FormFailure text={form.failure} />
    </form>
  )
}
