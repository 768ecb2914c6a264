import { useTranslation } from 'react-i18next'
import { FormSite } from '../../domain/form-fields.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import type { Form } from '../../lib/forms/use-form.ts'
import { TimeZoneField } from '../../lib/time/time-zone-field.tsx'

export interface SiteValues {
  Name: string
  ParentSite: string
  Address: string
  City: string
  State: string
  Zip: string
  Country: string
  TimeZone: string
}

/** Defaults of a new site (spec 3). */
const defaults = { organization: 'Office', subscription: 'Monthly' }

interface SiteFieldsProps {
  form: Form<SiteValues>
  /** The current site. New sites are added at or below it. */
  siteId: string
}

/** The fields of a site: name, parent site, address and time zone. */
export function SiteFields({ form, siteId }: SiteFieldsProps) {
  const { t } = useTranslation()
  const { values, set, errors } = form

  const plain = (
    name: 'Name' | 'Address' | 'City' | 'State' | 'Zip' | 'Country',
    label: string,
    length: number,
  ) => <FormText form={form} name={name} label={label} maxLength={length} autoComplete="off" />
  return (
    <>
      {plain('Name', t('sites.form.name'), 120)}
      <FormSite form={form} name="ParentSite" label={t('sites.form.parent')} siteId={siteId} />
      {plain('Address', t('sites.form.address'), 200)}
      <div className="pair">
        {plain('City', t('sites.form.city'), 120)}
        {plain('State', t('sites.form.state'), 120)}
      </div>
      <div className="pair">
        {plain('Zip', t('sites.form.zip'), 20)}
        {plain('Country', t('sites.form.country'), 120)}
      </div>
      <TimeZoneField
        label={t('sites.form.timeZone')}
        value={values.TimeZone}
        onChange={(TimeZone) => set({ TimeZone })}
        error={errors.TimeZone}
        hint={(time) => t('sites.form.timeZoneHint', { time })}
      />
      <p className="hint">{t('sites.form.defaults', defaults)}</p>
    </>
  )
}
