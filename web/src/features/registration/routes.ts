import { page } from '../../lib/routes/page.ts'

export const registrationPages = [
  page('/register-site', {}, async () => (await import('./register-site-page.tsx')).RegisterSitePage),
  page(
    '/register-flysense-site',
    {},
    async () => (await import('./register-site-page.tsx')).RegisterFlysenseSitePage,
  ),
] as const

/** Only in development mode. */
export const registerPage = page(
  '/register',
  {},
  async () => (await import('./register-page.tsx')).RegisterPage,
)
