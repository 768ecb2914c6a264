import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { followLanguage } from './follow-language.ts'
import { followSession } from './live-session.ts'
import { followLive } from './live-updates.ts'
import { markStarted } from './mark-started.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.ts'

export function App() {
  useEffect(() => {
    const stops = [
      followSession(queryClient),
      followLive(queryClient),
      followLanguage(queryClient),
      markStarted(),
    ]
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
