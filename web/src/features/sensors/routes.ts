import { Activity, LayoutGrid } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { parseHistoricalSearch } from './historical/historical-search.ts'
import { parseRoomsSearch } from './rooms/rooms-search.ts'

const readSearch = ({ deviceId }: Record<string, unknown>): { deviceId?: string | undefined } => ({
  deviceId: typeof deviceId === 'string' ? deviceId : undefined,
})

export const sensorPages = [
  page(
    '/devices/all-rooms',
    { icon: LayoutGrid, search: parseRoomsSearch },
    async () => (await import('./rooms/rooms-page.tsx')).RoomsPage,
  ),
  page(
    '/devices/live-sensor-data',
    { icon: Activity, search: readSearch },
    async () => (await import('./live-sensor-data-page.tsx')).LiveSensorDataPage,
  ),
  page(
    '/devices/historical-sensor-data',
    { icon: Activity, search: parseHistoricalSearch },
    async () => (await import('./historical/historical-sensor-data-page.tsx')).HistoricalSensorDataPage,
  ),
] as const
