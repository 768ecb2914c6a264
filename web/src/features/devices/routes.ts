import { Cpu } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { deviceList } from './device-list.ts'

export const devicePages = [
  page(
    '/devices',
    { icon: Cpu, search: deviceList.parse, wide: true },
    async () => (await import('./devices-page.tsx')).DevicesPage,
  ),
] as const
