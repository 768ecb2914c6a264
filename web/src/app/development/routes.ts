import { type Page, page } from '../../lib/routes/page.ts'

/**
 * Pages for developers, listed in no navigation. Production builds omit them and their code (spec 2, 6). Untyped, so that
 * no link can lead to them.
 */
export const developmentPages = (import.meta.env.DEV
  ? [
      page(
        '/test',
        { alwaysShown: true },
        async () => (await import('./components-page.tsx')).ComponentsPage,
      ),
      page(
        '/test2',
        { alwaysShown: true },
        async () => (await import('./status-pages-page.tsx')).StatusPagesPage,
      ),
    ]
  : []) as readonly Page[] as readonly []
