import './weather-source.css'
import type { Weather } from '@eot/contract/weather'
import { useTranslation } from 'react-i18next'

/** Names the source of weather data, as its license requires. */
export function WeatherSource({ attribution }: { attribution: Weather['Attribution'] }) {
  const { t } = useTranslation()
  if (!attribution) return null
  return (
    <>
      {t('weather.source')}{' '}
      <a className="source-link" href={attribution.Url} target="_blank" rel="noreferrer">
        {attribution.Name}
      </a>
      , {attribution.License}
    </>
  )
}
