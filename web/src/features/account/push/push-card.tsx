import './push-card.css'
import { type PushBrowser, push } from '@eot/contract/push'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send, X } from 'lucide-react'
import { useState } from 'react'
import { Ago } from '../../../domain/time-text.tsx'
import { call } from '../../../lib/api/api.ts'
import { failureText } from '../../../lib/api/failure-text.ts'
import { queryOf, refreshFeatures } from '../../../lib/api/query.ts'
import { pushSupport, unsubscribeBrowser } from '../../../lib/push/push-subscription.ts'
import { clearPushUser } from '../../../lib/push/push-user.ts'
import { registerBrowser } from '../../../lib/push/register-browser.ts'
import { useSession } from '../../../session/use-session.tsx'
import { t } from '../../../texts/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { showToast } from '../../../ui/toast.ts'
import { browserName } from './browser-name.ts'

/** The browser registers at the push service of its maker, which may be out of reach. */
const fail = (error: unknown) =>
  showToast(error instanceof DOMException ? t('push.failed') : failureText(error), { urgent: true })

/** Notifications in this browser, and the user's other browsers that show them. */
export function PushCard() {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const { data } = useQuery(queryOf(push.list))
  const [support, setSupport] = useState(pushSupport)
  const current = data?.Browsers.find(({ IsCurrent }) => IsCurrent)
  const others = data?.Browsers.filter(({ IsCurrent }) => !IsCurrent) ?? []

  const turn = useMutation({
    async mutationFn(on: boolean) {
      if (on) {
        const registered = data && (await registerBrowser(user.Id, data.PublicKey))
        setSupport(pushSupport())
        if (!registered) return showToast(t('push.notPermitted'), { urgent: true })
      } else {
        clearPushUser()
        await unsubscribeBrowser()
        if (current) await call(push.remove, { params: { id: current.Id } })
      }
      await refreshFeatures(queryClient, push)
    },
    onError: fail,
  })

  return (
    <section className="card" aria-label={t('push.title')}>
      <header>
        <h2>{t('push.title')}</h2>
      </header>
      <div className="body stack">
        <SwitchRow
          label={t('push.here')}
          hint={t(support === 'ready' ? 'push.hint' : `push.support.${support}`)}
          checked={current !== undefined}
          disabled={turn.isPending || !data || (support !== 'ready' && !current)}
          onChange={(on) => turn.mutate(on)}
        />
        {current && <SendTest browser={current} />}
        {!user.NotificationsEnabled && current && <p className="hint">{t('push.noticesOff')}</p>}
        {others.length > 0 && (
          <div className="stack push-others">
            <h3>{t('push.others')}</h3>
            <ul className="push-browsers">
              {others.map((browser) => (
                <OtherBrowser key={browser.Id} browser={browser} />
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  )
}

function SendTest({ browser }: { browser: PushBrowser }) {
  const test = useMutation({
    mutationFn: () => call(push.test, { params: { id: browser.Id } }),
    onSuccess: () => showToast(t('push.tested')),
    onError: fail,
  })
  return (
    <div>
      <Button size="sm" icon={Send} disabled={test.isPending} onClick={() => test.mutate()}>
        {t('push.test')}
      </Button>
    </div>
  )
}

function OtherBrowser({ browser }: { browser: PushBrowser }) {
  const queryClient = useQueryClient()
  const name = browserName(browser.UserAgent) ?? t('push.unknown')
  const remove = useMutation({
    mutationFn: () => call(push.remove, { params: { id: browser.Id } }),
    onSuccess: () => showToast(t('push.removed', { name })),
    onError: fail,
    onSettled: () => refreshFeatures(queryClient, push),
  })
  return (
    <li className="row">
      <span>
        {name}
        <small className="muted">
          {t('push.seen')} <Ago at={browser.SeenAt} />
        </small>
      </span>
      <span className="spacer" />
      <IconButton
        icon={X}
        size="sm"
        label={t('push.remove', { name })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      />
    </li>
  )
}
