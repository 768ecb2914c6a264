import { weatherIcons } from '@eot/contract/weather'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WeatherIcon } from './weather-icon.tsx'

test('each weather icon of the specification has a drawing of its own', () => {
  const drawings = weatherIcons.map((icon) => renderToStaticMarkup(<WeatherIcon icon={icon} isNamed />))
  for (const drawing of drawings) expect(drawing).toMatch(/^<svg.*<\/svg>$/)
  expect(new Set(drawings).size).toBe(weatherIcons.length)
})
