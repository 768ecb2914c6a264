/** The frame of every page behind the sign-in. */
export const loadPortal = () => import('./shell/portal.tsx')

/** The pages that are opened most as the first one: what they are made of is asked for at once. */
export const loadPage = {
  '/login': () => import('../features/auth/login-page.tsx'),
  '/dashboard': () => import('../features/dashboard/dashboard-page.tsx'),
  '/alerts': () => import('../features/alerts/alerts-page.tsx'),
  '/devices/live-sensor-data': () => import('../features/sensors/live-sensor-data-page.tsx'),
}
