import './back-test.css'
import { type BackTest, backTests } from '@eot/contract/back-tests'
import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { BackTestResult } from './back-test-result.tsx'
import { bodyOf, type SubscriptionValues } from './subscription-values.ts'

interface BackTestProps {
  site: { Id: string }
  values: SubscriptionValues
}

/** What the subscription would have sent, as the form has it. */
export function BackTestCard({ site, values }: BackTestProps) {
  const { t } = useTranslation()
  const running = useRef<AbortController>(undefined)
  const { Name, IsActive, ...answers } = bodyOf(values)
  const body = { ...answers, Site: site.Id }
  const asked = JSON.stringify(body)
  const test = useMutation({
    mutationFn: async () => {
      running.current = new AbortController()
      return { asked, found: await call(backTests.run, { body }, { signal: running.current.signal }) }
    },
  })
  const canRun = values.Receivers.length > 0

  function cancel() {
    running.current?.abort()
    test.reset()
  }

  return (
    <section className="card back-test" aria-label={t('subscriptions.editor.backTest.title')}>
      <header>
        <h2>{t('subscriptions.editor.backTest.title')}</h2>
        <span className="note">{t('subscriptions.editor.backTest.days')}</span>
      </header>
      <div className="body stack">
        {test.isPending ? (
          <Line>
            <span role="status">{t('subscriptions.editor.backTest.running')}</span>
            <progress aria-label={t('subscriptions.editor.backTest.running')} />
            <Button size="sm" onClick={cancel}>
              {t('subscriptions.editor.backTest.cancel')}
            </Button>
          </Line>
        ) : (
          <Line>
            <span className="muted">{hint(test.data)}</span>
            <Button size="sm" icon={FlaskConical} disabled={!canRun} onClick={() => test.mutate()}>
              {t(`subscriptions.editor.backTest.${test.data ? 'again' : 'run'}`)}
            </Button>
          </Line>
        )}
        <FormFailure text={test.error ? failureText(test.error) : undefined} />
        {test.data && <BackTestResult found={test.data.found} />}
      </div>
    </section>
  )

  function hint(done: { asked: string; found: BackTest } | undefined): string {
    if (!canRun) return t('subscriptions.editor.backTest.needsReceiver')
    if (!done) return t('subscriptions.editor.backTest.text')
    return done.asked === asked
      ? t('subscriptions.editor.backTest.approximate')
      : t('subscriptions.editor.backTest.stale')
  }
}

const Line = ({ children }: { children: ReactNode }) => <div className="back-test-line">{children}</div>
