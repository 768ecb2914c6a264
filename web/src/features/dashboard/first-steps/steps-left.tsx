import { useState } from 'react'
import { useCurrentSiteId } from '../../../session/current-site.ts'
import { useSession } from '../../../session/use-session.tsx'
import type { Dashboard } from '../use-dashboard.ts'
import { FirstStepsCard } from './first-steps-card.tsx'

/** The remaining first steps of the user's own site, until they are done or the user hides them in this browser. */
export function StepsLeft({ dashboard: { siteName, online } }: { dashboard: Dashboard }) {
  const { user, site } = useSession()
  const key = `firstSteps.hidden.${user.Id}`
  const [isHidden, setHidden] = useState(() => localStorage.getItem(key) !== null)
  const siteId = useCurrentSiteId()
  if (isHidden || siteId !== site.siteId || !online.data) return null
  function hide() {
    localStorage.setItem(key, 'true')
    setHidden(true)
  }
  return <FirstStepsCard siteName={siteName} devices={online.data.Items ?? []} onHide={hide} />
}
