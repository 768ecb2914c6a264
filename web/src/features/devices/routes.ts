import { Cpu } from 'lucide-react'
import { page } from '../../lib/routes/page.ts'
import { adminDeviceList } from './admin-device-list.ts'
import { deviceList } from './device-list.ts'

export const devicePages = [
  page(
    '/devices',
    { icon: Cpu, search: deviceList.parse, wide: true },
    async () => (await import('./devices-page.tsx')).DevicesPage,
  ),
  page(
    '/admin/devices',
    { icon: Cpu, search: adminDeviceList.parse, wide: true },
    async () => (await import('./admin-devices-page.tsx')).AdminDevicesPage,
  ),
] as const
