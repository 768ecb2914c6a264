import { type DeviceRecord, devices } from '@eot/contract/devices'
import { models } from '@eot/contract/models'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormSite } from '../../domain/form-fields.tsx'
import { useSiteText } from '../../domain/use-site-choices.ts'
import { queryOf } from '../../lib/api/query.ts'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { readNumber } from '../../lib/numbers.ts'
import { endOfDay, lastDayBefore } from '../../lib/time/expiration.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { useAllowed, useSession } from '../../session/use-session.tsx'
import { Check } from '../../ui/check.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.ts'

interface DeviceEdit {
  Name: string
  SiteId: string
  Model: string
  /** The last day before it expires, such as 2028-08-14. Empty: the device does not expire. */
  Expiration: string
  ReportInterval: string
  IsActive: boolean
  RMA: boolean
}

const valuesOf =
  (zone: string) =>
  (device: DeviceRecord): DeviceEdit => ({
    Name: device.Name,
    SiteId: device.SiteId ?? '',
    Model: device.Model.Id,
    Expiration: device.Expiration === null ? '' : lastDayBefore(device.Expiration, zone),
    ReportInterval:
      device.Settings.ReportInterval === undefined ? '' : String(device.Settings.ReportInterval),
    IsActive: device.IsActive,
    RMA: device.RMA,
  })

/** Returns NaN, which the schema refuses, if the text is not a number. Empty: the interval that the device reports. */
const intervalOf = (typed: string): number => (typed.trim() === '' ? 0 : (readNumber(typed) ?? Number.NaN))

/** Changes a device. The site is a field too: choosing another one moves the device. */
export function EditDeviceDrawer({ device, onClose }: { device: DeviceRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const { site } = useSession()
  const all = useQuery(queryOf(models.all))
  const zone = useTimeZone()
  const initial = valuesOf(zone)(device)
  const siteText = useSiteText(site.siteId)
  const modelText = (id: string) => (all.data ?? []).find(({ Id }) => Id === id)?.Name ?? ''
  const yesNo = (value: boolean) => t(value ? 'devices.edit.yes' : 'devices.edit.no')
  const form = useBodyForm<DeviceEdit, typeof devices.update>({
    endpoint: devices.update,
    initial,
    request: (values) => ({
      params: { id: device.Id },
      body: {
        Name: values.Name,
        ...(values.SiteId !== '' && { SiteId: values.SiteId }),
        Model: values.Model,
        IsActive: values.IsActive,
        RMA: values.RMA,
        // An unchanged day keeps its exact time.
        ...(values.Expiration !== initial.Expiration && {
          Expiration: values.Expiration === '' ? '' : endOfDay(values.Expiration, zone),
        }),
        Settings: { ReportInterval: intervalOf(values.ReportInterval) },
      },
    }),
    messages: {
      Name: t('devices.form.nameMissing'),
      Expiration: t('devices.edit.expirationInvalid'),
      'Settings.ReportInterval': t('devices.form.intervalInvalid'),
    },
    places: { site_not_found: 'SiteId', model_not_found: 'Model' },
    refreshes: [devices],
    onSaved: () => showToast(t('devices.edit.saved')),
    onDone: onClose,
    edit: {
      version: device.Version,
      values: valuesOf(zone),
      fields: {
        Name: { label: t('devices.form.name') },
        SiteId: { label: t('devices.form.site'), text: siteText },
        Model: { label: t('devices.form.model'), text: modelText },
        Expiration: { label: t('devices.edit.expiration') },
        ReportInterval: { label: t('devices.form.interval') },
        IsActive: { label: t('devices.edit.active'), text: yesNo },
        RMA: { label: t('devices.edit.rma'), text: yesNo },
      },
    },
  })
  const { values, set } = form
  const offered = (all.data ?? []).filter(({ Id, IsActive }) => IsActive || Id === device.Model.Id)
  // Only operators see the sites of more than one customer.
  const isOperator = useAllowed('ManageSubscriptions')
  const isMoving = device.SiteId !== null && values.SiteId !== device.SiteId
  return (
    <FormDrawer
      title={t('devices.edit.title')}
      intro={device.Mac}
      form={form}
      part="edit"
      save={t('devices.edit.save')}
      saving={t('devices.edit.saving')}
      onClose={onClose}
    >
      <FormText form={form} name="Name" label={t('devices.form.name')} maxLength={120} autoComplete="off" />
      <FormSite form={form} name="SiteId" label={t('devices.form.site')} siteId={site.siteId} />
      {isMoving && <p className="hint">{t('devices.edit.moveText')}</p>}
      {isMoving && isOperator && <p className="hint">{t('devices.edit.otherCustomerText')}</p>}
      <Select
        label={t('devices.form.model')}
        value={values.Model}
        options={offered.map(({ Id, Name }) => ({ value: Id, text: Name }))}
        onChange={(Model) => set({ Model })}
      />
      <FormText
        form={form}
        name="ReportInterval"
        label={t('devices.form.interval')}
        hint={t('devices.edit.intervalHint')}
        inputMode="numeric"
        autoComplete="off"
      />
      <FormText
        form={form}
        name="Expiration"
        type="date"
        label={t('devices.edit.expiration')}
        hint={t('devices.edit.expirationHint')}
      />
      <Check
        label={t('devices.edit.active')}
        checked={values.IsActive}
        onChange={(event) => set({ IsActive: event.currentTarget.checked })}
      />
      <Check
        label={t('devices.edit.rma')}
        checked={values.RMA}
        onChange={(event) => set({ RMA: event.currentTarget.checked })}
      />
      {(!values.IsActive || values.RMA) && <p className="hint">{t('devices.edit.inactiveText')}</p>}
    </FormDrawer>
  )
}
