import { TrendingUp } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { parseForecastSearch } from './forecast-search.ts'

export const forecastPages = [
  page(
    '/forecast',
    { icon: TrendingUp, search: parseForecastSearch },
    async () => (await import('./forecast-page.tsx')).ForecastPage,
  ),
] as const
