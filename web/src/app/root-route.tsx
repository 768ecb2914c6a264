import { createRootRoute } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Root } from './shell/root.tsx'
import { AccountNotFound } from './status/not-found.tsx'
import { RenderFault } from './status/render-fault.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Where the page is offered; pages without are reached by links only. */
    offered?: { in: 'nav' | 'settings'; also?: 'settings'; icon: LucideIcon }
    /** Uses the whole width, for a list beside its drawer. */
    wide?: boolean
    /** Shown whatever the role permits. */
    alwaysShown?: boolean
  }
  interface HistoryState {
    /** Where the visitor wanted to go before signing in. */
    from?: string
    /** Who signed in just now, or is about to. */
    email?: string
    /** What was done before the sign-in, to be told there. */
    done?: 'passwordReset' | 'confirmed' | 'registered'
    /** Asks for the site's path to be read again (spec 4). */
    mode?: 'refreshTopBar'
  }
}

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: AccountNotFound,
  errorComponent: RenderFault,
})
