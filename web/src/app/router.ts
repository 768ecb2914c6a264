import { createRouter } from '@tanstack/react-router'
import { readablePath } from '../lib/routes/readable-path.ts'
import { routeTree } from './routes.tsx'

// The router fails on a path that cannot be decoded, and would not show Page Not Found.
const path = readablePath(location.pathname)
if (path !== location.pathname)
  history.replaceState(history.state, '', `${path}${location.search}${location.hash}`)

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Responses are cached by the query client, not by the router.
  defaultPreloadStaleTime: 0,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
