import './site-settings.css'
import { languages } from '@eot/contract/languages'
import { ratingStandards } from '@eot/contract/rating-standards'
import type { Site } from '@eot/contract/site-fields'
import { sites } from '@eot/contract/sites'
import { weather } from '@eot/contract/weather'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roleText } from '../../../domain/role-text.ts'
import { ConflictDialog } from '../../../lib/forms/conflict-dialog.tsx'
import { isEqual } from '../../../lib/forms/edit-conflict.ts'
import { FormText } from '../../../lib/forms/form-text.tsx'
import { LeaveGuard } from '../../../lib/forms/leave-guard.tsx'
import { type BodyForm, useBodyForm } from '../../../lib/forms/use-body-form.ts'
import { TimeZoneField } from '../../../lib/time/time-zone-field.tsx'
import { rereadSession } from '../../../session/session.ts'
import { dashboardViews } from '../../../session/shown-settings.ts'
import { useAllowed } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.ts'
import { SettingRow } from './setting-row.tsx'
import { settingText } from './setting-text.ts'
import {
  isSetHere,
  type SettingField,
  type SiteValues,
  settingFields,
  siteBody,
  siteValues,
} from './site-values.ts'
import { TimeZoneEffects } from './time-zone-effects.tsx'
import { TwoFactorRoles } from './two-factor-roles.tsx'
import { WeatherPlace } from './weather-place.tsx'

/** The details and settings of a site, edited together and saved at once. */
export function SiteSettings({ site }: { site: Site }) {
  const { t } = useTranslation()
  // The record the form started from. While something is typed, it only follows what the site inherits.
  const [start, setStart] = useState(site)
  const words = (field: SettingField) => ({
    label: t(`sites.field.${field}`),
    text: (value: string | null) =>
      value === null ? t('sites.setting.inherited') : settingText(field, value),
  })
  const rolesText = (roles: readonly string[]) =>
    (start.TwoFactorRoles ?? [])
      .filter(({ Id }) => roles.includes(Id))
      .map(({ Name }) => roleText(Name))
      .join(', ') || t('sites.twoFactor.none')
  const form = useBodyForm<SiteValues, typeof sites.update>({
    endpoint: sites.update,
    initial: siteValues(start),
    request: (values) => ({ params: { id: site.Id }, body: siteBody(values) }),
    messages: { Name: t('sites.form.nameMissing') },
    places: { site_name_taken: 'Name' },
    refreshes: [sites, weather],
    edit: {
      version: start.Version ?? 1,
      values: siteValues,
      fields: {
        ...Object.fromEntries(settingFields.map((field) => [field, words(field)])),
        roles: { label: t('sites.field.ForceRoleTwoFactorAuth'), text: rolesText },
        Name: { label: t('sites.form.name') },
        Address: { label: t('sites.form.address') },
        City: { label: t('sites.form.city') },
        State: { label: t('sites.form.state') },
        Zip: { label: t('sites.form.zip') },
        Country: { label: t('sites.form.country') },
        Point: { label: t('weather.place.label') },
      },
    },
    onSaved(saved) {
      setStart(saved)
      // The settings may apply to the user as well.
      void rereadSession()
      showToast(t('sites.setting.saved', { name: saved.Name }))
    },
  })
  const adopt = (record: Site) => {
    setStart(record)
    form.adopt(record)
  }
  // After saving, the record read before is older.
  const isOlder = (site.Version ?? 1) < (start.Version ?? 1)
  const follow = useEffectEvent((record: Site, isClean: boolean) => {
    if (record === start || isOlder) return
    if (isClean) adopt(record)
    else if (isEqual(siteValues(record), siteValues(start))) setStart(record)
  })
  // At the end of a save, the form is clean before `start` is the saved record.
  const isClean = !form.dirty && !form.busy
  useEffect(() => follow(site, isClean), [site, isClean])
  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className="stack site-settings">
      <Details form={form} />
      <WeatherPlace form={form} site={start} />
      <Settings form={form} site={start} />
      <TwoFactorRoles site={start} own={form.values.roles} onChange={(roles) => form.set({ roles })} />
      <FormFailure text={form.failure} />
      {form.dirty && (
        <div className="savebar" role="status">
          <span>{t('unsaved.changes', { fields: (form.changes ?? []).join(', ') })}</span>
          <Button size="sm" onClick={() => adopt(isOlder ? start : site)}>
            {t('unsaved.discard')}
          </Button>
          <Button size="sm" variant="primary" type="submit" disabled={form.busy}>
            {t(form.busy ? 'sites.setting.saving' : 'sites.setting.save')}
          </Button>
        </div>
      )}
      <LeaveGuard active={form.dirty} changes={form.changes} />
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </form>
  )
}

function Details({ form }: { form: BodyForm<SiteValues> }) {
  const { t } = useTranslation()
  return (
    <section className="card" aria-label={t('sites.facts.title')}>
      <header>
        <h2>{t('sites.facts.title')}</h2>
      </header>
      <div className="body site-details">
        <FormText form={form} name="Name" label={t('sites.form.name')} maxLength={120} autoComplete="off" />
        <FormText
          form={form}
          name="Address"
          label={t('sites.form.address')}
          maxLength={200}
          autoComplete="off"
        />
        <FormText form={form} name="City" label={t('sites.form.city')} maxLength={120} autoComplete="off" />
        <FormText form={form} name="State" label={t('sites.form.state')} maxLength={120} autoComplete="off" />
        <FormText form={form} name="Zip" label={t('sites.form.zip')} maxLength={20} autoComplete="off" />
        <FormText
          form={form}
          name="Country"
          label={t('sites.form.country')}
          maxLength={120}
          autoComplete="off"
        />
      </div>
    </section>
  )
}

/** The first of each is the default of the product. */
const choices = {
  'Settings.Measurement': ['Metric', 'Imperial'],
  'Settings.Theme': ['Auto', 'Dark', 'Light'],
  'Settings.RatingsDefault': ['AirQuality', 'Comfort'],
  'Settings.DashboardDefault': dashboardViews,
  'Settings.Language': languages,
  'Settings.RatingStandard': ratingStandards,
} as const

function Settings({ form, site }: { form: BodyForm<SiteValues>; site: Site }) {
  const { t } = useTranslation()
  const { values, set } = form
  const row = (field: SettingField) => ({
    site,
    field,
    label: t(`sites.field.${field}`),
    value: values[field],
    onChange: (value: string | null) => set({ [field]: value } as Partial<SiteValues>), // a setting is text or null
  })
  const mayChangeSubscription = useAllowed('ManageSubscriptions')
  const shown = settingFields.filter((field) => field !== 'SubscriptionType' || mayChangeSubscription)
  const here = shown.filter((field) => isSetHere(site, field)).length
  const plain = (value: string | null) => value ?? <span className="faint">{t('sites.setting.none')}</span>
  const input = (field: SettingField, maxLength: number) => (value: string) => (
    <input
      className="input"
      aria-label={t(`sites.field.${field}`)}
      aria-invalid={form.errors[field] !== undefined}
      maxLength={maxLength}
      value={value}
      onChange={(event) => row(field).onChange(event.currentTarget.value)}
    />
  )
  const isZoneChanged = values.TimeZone !== (isSetHere(site, 'TimeZone') ? site.TimeZone : null)
  return (
    <section className="card" aria-label={t('sites.setting.title')}>
      <header className="line">
        <h2>{t('sites.setting.title')}</h2>
        <span className="note">{t('sites.setting.count', { here, inherited: shown.length - here })}</span>
      </header>
      <SettingRow
        {...row('TimeZone')}
        note={t('sites.setting.zoneNote')}
        start={site.TimeZone}
        text={plain}
        control={(value) => (
          <TimeZoneField
            label={t('sites.field.TimeZone')}
            value={value}
            onChange={(TimeZone) => set({ TimeZone })}
            error={form.errors.TimeZone}
            hint={(time) => t('sites.zone.nowThere', { time })}
          />
        )}
        more={isZoneChanged && <TimeZoneEffects site={site} zone={values.TimeZone} />}
      />
      <SettingRow
        {...row('OrganizationType')}
        start={site.OrganizationType}
        text={plain}
        control={input('OrganizationType', 60)}
      />
      {mayChangeSubscription && (
        <SettingRow
          {...row('SubscriptionType')}
          note={t('sites.setting.subscriptionNote')}
          start={site.SubscriptionType}
          text={plain}
          control={input('SubscriptionType', 60)}
        />
      )}
      {(Object.keys(choices) as (keyof typeof choices)[]).map((field) => (
        <SettingRow
          key={field}
          {...row(field)}
          start={choices[field][0]}
          text={(value) => settingText(field, value ?? choices[field][0])}
          control={(value) => (
            <Select
              label={t(`sites.field.${field}`)}
              labelHidden
              value={value}
              options={choices[field].map((choice) => ({
                value: choice as string,
                text: t(`sites.choice.${choice}`),
              }))}
              onChange={row(field).onChange}
            />
          )}
        />
      ))}
      <SettingRow
        {...row('TenantId')}
        note={t('sites.setting.tenantNote')}
        start={site.TenantId ?? ''}
        text={plain}
        control={input('TenantId', 200)}
      />
    </section>
  )
}
