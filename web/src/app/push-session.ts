import { readPushUser } from '../lib/push/push-user.ts'
import type { SessionState } from '../session/session.ts'

/** The delay leaves bandwidth and CPU time to the first view. */
const delayMs = 5000

let kept: string | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * In a browser with notifications on, renews its registration when its user's session opens, which may create a new one, and
 * ends it when the user signs out.
 */
export function followPush(state: SessionState): void {
  if (state.phase === 'none') {
    clearTimeout(timer)
    kept = undefined
    if (state.ended === 'left') void run(end)
  }
  if (state.phase !== 'authorized' || state.session.user.Id === kept) return
  const { Id } = state.session.user
  kept = Id
  if (readPushUser() === Id) timer = setTimeout(() => void run(() => keep(Id)), delayMs)
}

const keep = async (userId: string) =>
  (await import('../lib/push/register-browser.ts')).keepRegistered(userId)

const end = async () => (await import('../lib/push/push-subscription.ts')).unsubscribeBrowser()

/** Errors are ignored, since nobody waits for the result and the next session tries again. */
const run = (work: () => Promise<void>) => work().catch(() => undefined)
