import '../../ui/drawer-form.css'
import { sites } from '@eot/contract/sites'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { type Form, useForm } from '../../lib/forms/use-form.ts'
import { queryOf } from '../../lib/query.ts'
import { siteChoices } from '../../lib/site-choices.ts'
import { TimeZoneField } from '../../lib/time-zone-field.tsx'
import { t as text } from '../../texts/i18n.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'

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

/** What a new site is without being told (spec 3). */
const defaults = { organization: 'Office', subscription: 'Monthly' }

const send = (body: SiteValues) => call(sites.create, { body })
type CreatedSite = Awaited<ReturnType<typeof send>>

export function useSiteForm(
  parent: { id: string; timeZone: string },
  onCreated: (site: CreatedSite) => void,
): Form<SiteValues> {
  const queryClient = useQueryClient()
  const empty = { Name: '', Address: '', City: '', State: '', Zip: '', Country: '' }
  return useForm<SiteValues, CreatedSite>({
    initial: { ...empty, ParentSite: parent.id, TimeZone: parent.timeZone },
    check: ({ Name }) => (Name.trim() === '' ? { Name: text('sites.form.nameMissing') } : {}),
    send,
    places: { site_name_taken: 'Name', site_not_found: 'ParentSite' },
    onSent(site) {
      for (const { path } of [sites.list, sites.tree, sites.path, sites.myPath]) {
        void queryClient.invalidateQueries({ queryKey: [path] })
      }
      onCreated(site)
    },
  })
}

interface SiteFormProps {
  id: string
  form: Form<SiteValues>
  /** The site the portal is about; new ones stand at or below it. */
  siteId: string
}

export function SiteForm({ id, form, siteId }: SiteFormProps) {
  const { t } = useTranslation()
  const tree = useQuery(queryOf(sites.tree, { query: { SiteId: siteId, includeCurrentSite: true } }))
  const { values, set, errors, element } = form

  useEffect(() => element.current?.querySelector('input')?.focus(), [element])

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
    <form id={id} ref={element} noValidate onSubmit={form.submit} className="drawer-form">
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
        {plain('Zip', t('sites.form.zip'), 20)}
        {plain('City', t('sites.form.city'), 120)}
      </div>
      <div className="pair">
        {plain('State', t('sites.form.state'), 120)}
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
      <FormFailure text={form.failure} />
    </form>
  )
}
