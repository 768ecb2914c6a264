/** The frame of every page in the portal. */
export const loadPortal = () => import('./shell/portal.tsx')

/** Loaders of the most common first pages, whose code is requested at once. */
export const loadPage = {
  '/login': () => import('../features/auth/login-page.tsx'),
  '/dashboard': () => import('../features/dashboard/dashboard-page.tsx'),
  '/alerts': () => import('../features/alerts/alerts-page.tsx'),
  '/devices/live-sensor-data': () => import('../features/sensors/live-sensor-data-page.tsx'),
}
