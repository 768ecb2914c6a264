import { createRootRoute } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { Root } from './shell/root.tsx'
import { AccountNotFound } from './status/not-found.tsx'
import { RenderFault } from './status/render-fault.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Where navigation lists the page. Without it, only links lead to the page. */
    offered?: { in: 'nav' | 'settings'; also?: 'settings'; icon: LucideIcon }
    /** Uses the full width, for a list beside its drawer. */
    wide?: boolean
    /** Shown regardless of the role's permissions. */
    alwaysShown?: boolean
    titlePart?: (search: Record<string, unknown>) => string | undefined
  }
  interface HistoryState {
    /** The address the visitor wanted before signing in. */
    from?: string
    /** The email address of the user who just signed in or is about to. */
    email?: string
    /** What happened before sign-in; the sign-in page reports it. */
    done?: 'passwordReset' | 'confirmed' | 'registered'
    /** Reloads the site's path (spec 4). */
    mode?: 'refreshTopBar'
  }
}

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: AccountNotFound,
  errorComponent: RenderFault,
})
