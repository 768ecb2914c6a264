import { constants } from '@eot/contract/constants'

/** The page starts as loading, without animations, and is marked started a moment later (spec 4). */
export function markStarted(): () => void {
  const timer = setTimeout(() => {
    document.documentElement.dataset.app = 'started'
  }, constants.startupDelayMs)
  return () => clearTimeout(timer)
}
