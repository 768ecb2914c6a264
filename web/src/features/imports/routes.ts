import { page } from '../../lib/routes/page.ts'
import { readImport } from './import-address.ts'

export const importPages = [
  page(
    '/devices/import',
    { search: readImport, wide: true },
    async () => (await import('./import-page.tsx')).ImportDevicesPage,
  ),
  page(
    '/site/sub-sites/import',
    { search: readImport, wide: true },
    async () => (await import('./import-page.tsx')).ImportSitesPage,
  ),
] as const
