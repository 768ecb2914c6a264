import './loading.css'
import { constants } from '@eot/contract/constants'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { emailOf } from '../../lib/api/id-token.ts'
import { readTokens } from '../../lib/api/tokens.ts'
import { openLive, watchSite } from '../../lib/live/live.ts'
import { reportError } from '../../lib/report-error.ts'
import { openSession, sessionState } from '../../session/session.ts'
import { afterSessionFailure } from '../../session/sign-in-outcome.ts'
import { siteIdOf } from '../../session/site-id.ts'
import { isMailLink, landingOf } from './landing.ts'

/** Shown while the session is created; after a sign-in, at least for the duration of the fade (spec 2). */
export function LoadingPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { from, email } = useLocation({ select: (location) => location.state })

  const enter = useEffectEvent(async (left: () => boolean) => {
    const faded = email ? wait(constants.loadingFadeMs) : undefined
    const known = email ?? emailOf(readTokens()?.IdToken)
    const failure = await openSession()
    if (left()) return
    const landing = landingOf(from)
    if (!failure) {
      joinRooms(landing.siteId)
      await faded
      if (!left()) await navigate({ href: landing.href, replace: true })
      return
    }
    console.error(`The session could not be created: ${failure}`)
    reportError('Session', failure)
    const next = afterSessionFailure(failure, { email: known, hasPrevious: from !== undefined })
    if (next.to === '/login' && isMailLink(from)) return navigate({ href: from, replace: true })
    // The specification fixes the search of each target; the type of `to` alone does not say which one it is.
    await navigate({
      to: next.to as '/login',
      search: next.search,
      replace: true,
      ...(from ? { state: { from } } : {}),
    })
  })

  useEffect(() => {
    let gone = false
    void enter(() => gone)
    return () => {
      gone = true
    }
  }, [])

  // After a reload, the placeholder frame in the document stays until the portal renders.
  useEffect(() => {
    if (!email) document.documentElement.dataset.shell = 'portal'
  }, [email])
  if (!email) {
    return (
      <main className="vh starting" aria-busy="true">
        <h1>{t('signIn.loading.label')}</h1>
      </main>
    )
  }

  return (
    <main className="loading" aria-busy="true">
      <h1 className="vh">{t('signIn.loading.label')}</h1>
      <span className="logo" aria-hidden="true">
        EoT <span className="live">LIVE</span>
      </span>
      <span className="loading-bar" role="progressbar" aria-label={t('signIn.loading.label')} />
    </main>
  )
}

/** Pages do not wait for the connection: data read before the rooms are joined is refetched afterwards. */
function joinRooms(siteId: string | undefined) {
  const state = sessionState()
  if (state.phase !== 'authorized') return
  watchSite(siteIdOf(siteId, state.session.site.siteId))
  void openLive()
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
