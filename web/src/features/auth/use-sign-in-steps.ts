import type { Tokens } from '@eot/contract/auth'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../lib/api/api-error.ts'
import { storeTokens } from '../../lib/api/tokens.ts'
import { afterRefusedSignIn } from '../../session/sign-in-outcome.ts'

/** How every way of signing in ends: with tokens, or with a refusal that leads elsewhere (spec 4, 8). */
export function useSignInSteps() {
  const navigate = useNavigate()
  const from = useLocation({ select: (location) => location.state.from })
  const kept = from ? { from } : {}

  function enter(tokens: Tokens, email: string) {
    storeTokens(tokens)
    return navigate({ to: '/loading', state: { email, ...kept } })
  }

  /** true: the refusal was one that leads somewhere, and it is gone there. */
  async function follow(error: unknown, email: string): Promise<boolean> {
    if (!(error instanceof ApiError) || !leadsOn(error)) return false
    const next = afterRefusedSignIn(error, email)
    // The search of each target is the specification's; the type of `to` alone does not say which it is.
    if (next) await navigate({ to: next.to as '/login', search: next.search, state: kept })
    return true
  }

  return { enter, follow }
}

/** What the specification gives a place; anything else is said where it happened. */
export const leadsOn = (error: ApiError) => error.status === 400 || error.status === 504
