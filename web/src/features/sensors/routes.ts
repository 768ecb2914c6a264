import { Activity } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'

const readSearch = ({ deviceId }: Record<string, unknown>): { deviceId?: string | undefined } => ({
  deviceId: typeof deviceId === 'string' ? deviceId : undefined,
})

export const sensorPages = [
  page(
    '/devices/live-sensor-data',
    { icon: Activity, search: readSearch },
    async () => (await import('./live-sensor-data-page.tsx')).LiveSensorDataPage,
  ),
] as const
