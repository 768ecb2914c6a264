import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { siteChoices } from '../../domain/site-choices.ts'
import { queryOf } from '../../lib/api/query.ts'
import type { Form } from '../../lib/forms/use-form.ts'
import { TimeZoneField } from '../../lib/time/time-zone-field.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { TextField } from '../../ui/field.tsx'

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
  const tree = useQuery(queryOf(sites.tree, { query: { SiteId: siteId, includeCurrentSite: true } }))
  const { values, set, errors } = form

  const plain = (
    field: 'Name' | 'Address' | 'City' | 'State' | 'Zip' | 'Country',
    label: string,
    length: number,
  ) => (
    <TextField
      label={label}
      error={errors[field]}
      value={values[field]}
      maxLength={length}
      autoComplete="off"
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  )
  return (
    <>
      {plain('Name', t('sites.form.name'), 120)}
      <Combobox
        label={t('sites.form.parent')}
        groups={siteChoices(tree.data ?? [])}
        value={values.ParentSite}
        onChange={(ParentSite) => set({ ParentSite })}
        searchLabel={t('shell.findSite')}
        emptyText={t('shell.noSite')}
        error={errors.ParentSite}
      />
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
