import { page } from '../../lib/routes/page.ts'

export const aboutPage = page('/about', {}, async () => (await import('./about-page.tsx')).AboutPage)
