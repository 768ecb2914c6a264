import type { Site } from '@eot/contract/site-fields'
import type { Weather } from '@eot/contract/weather'
import { useTranslation } from 'react-i18next'
import { useWeather } from '../../../domain/weather/use-weather.ts'
import { placeText } from '../../../domain/weather/weather-text.ts'
import { FormText } from '../../../lib/forms/form-text.tsx'
import type { BodyForm } from '../../../lib/forms/use-body-form.ts'
import type { SiteValues } from './site-values.ts'

/** The place used for the weather of a site, and a way to correct it. Renders nothing without a weather service. */
export function WeatherPlace({ form, site }: { form: BodyForm<SiteValues>; site: Site }) {
  const { t } = useTranslation()
  const { data } = useWeather(site.Id)
  if (!data || data.State === 'Off') return null
  return (
    <section className="card" aria-label={t('weather.place.title')}>
      <header>
        <h2>{t('weather.place.title')}</h2>
      </header>
      <div className="body weather-place">
        <FormText
          form={form}
          name="Point"
          label={t('weather.place.label')}
          hint={t('weather.place.hint')}
          placeholder="44.4583, −93.1616"
          maxLength={60}
          autoComplete="off"
        />
        <p className="muted" role="status">
          <Found weather={data} siteId={site.Id} />
        </p>
      </div>
    </section>
  )
}

function Found({ weather: { State, Place }, siteId }: { weather: Weather; siteId: string }) {
  const { t } = useTranslation()
  if (State === 'NoAddress') return t('weather.place.noAddress')
  if (State === 'AddressNotFound') return t('weather.place.notFound')
  if (!Place) return State === 'Failed' ? t('weather.failed') : t('weather.place.asking')
  const isOwn = Place.Site?.Id === siteId
  const place = Place.Name ?? placeText(Place)
  const site = Place.Site?.Name ?? t('weather.place.siteAbove')
  if (Place.Name === null)
    return t(isOwn ? 'weather.place.ofPoint' : 'weather.place.ofPointAbove', { place, site })
  return t(isOwn ? 'weather.place.ofAddress' : 'weather.place.ofAddressAbove', { place, site })
}
