import type { Tokens } from '@eot/contract/auth'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../lib/api/api-error.ts'
import { storeTokens } from '../../lib/api/tokens.ts'
import { afterRefusedSignIn } from '../../session/sign-in-outcome.ts'

/** The end of every sign-in method: tokens, or a refusal that leads to another page (spec 4, 8). */
export function useSignInSteps() {
  const navigate = useNavigate()
  const from = useLocation({ select: (location) => location.state.from })
  const kept = from ? { from } : {}

  function enter(tokens: Tokens, email: string) {
    storeTokens(tokens)
    return navigate({ to: '/loading', state: { email, ...kept } })
  }

  /** Returns true if the refusal has a target, and navigates there. */
  async function follow(error: unknown, email: string): Promise<boolean> {
    if (!(error instanceof ApiError) || !leadsOn(error)) return false
    const next = afterRefusedSignIn(error, email)
    // The specification fixes the search of each target; the type of `to` alone does not say which one it is.
    if (next) await navigate({ to: next.to as '/login', search: next.search, state: kept })
    return true
  }

  return { enter, follow }
}

/** Whether the specification defines a target for the error. Others are shown where they occurred. */
export const leadsOn = (error: ApiError) => error.status === 400 || error.status === 504
