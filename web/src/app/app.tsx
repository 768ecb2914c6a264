import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { makeQueryClient } from '../lib/api/query.ts'
import { followSession } from './live-session.ts'
import { followLive } from './live-updates.ts'
import { markStarted } from './mark-started.ts'
import { router } from './router.ts'

const queryClient = makeQueryClient()

export function App() {
  useEffect(() => {
    const stops = [followSession(queryClient), followLive(queryClient), markStarted()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>
  )
}
