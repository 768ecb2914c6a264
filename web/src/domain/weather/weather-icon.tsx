import type { WeatherIcon as Icon } from '@eot/contract/weather'
import {
  Cloud,
  CloudFog,
  CloudLightning,
  CloudMoon,
  CloudMoonRain,
  CloudRain,
  CloudSnow,
  CloudSun,
  CloudSunRain,
  type LucideIcon,
  Moon,
  Sun,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'

const icons: Record<Icon, LucideIcon> = {
  ClearDay: Sun,
  ClearNight: Moon,
  FewCloudsDay: CloudSun,
  FewCloudsNight: CloudMoon,
  Cloudy: Cloud,
  ShowersDay: CloudSunRain,
  ShowersNight: CloudMoonRain,
  Rain: CloudRain,
  Thunderstorm: CloudLightning,
  Snow: CloudSnow,
  Fog: CloudFog,
}

/** A weather icon with its name. `isNamed`: the name stands beside it. */
export function WeatherIcon({ icon, isNamed }: { icon: Icon; isNamed?: boolean }) {
  const { t } = useTranslation()
  const Shape = icons[icon]
  if (isNamed) return <Shape className="icon" aria-hidden="true" />
  return (
    <>
      <Shape className="icon" aria-hidden="true" />
      <span className="vh">{t(`weather.icon.${icon}`)}</span>
    </>
  )
}
