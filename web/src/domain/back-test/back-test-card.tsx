import './back-test.css'
import type { BackTest } from '@eot/contract/back-tests'
import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../lib/api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { BackTestResult } from './back-test-result.tsx'

interface BackTestCardProps {
  title: string
  /** Identifies the tested input, so that a result of earlier input is recognized. */
  asked: string
  run: (options: { signal: AbortSignal }) => Promise<BackTest>
  /** Texts to show before the first run, and with a result. */
  about: { before: string; after: string }
  /** Why it cannot run. */
  refusal?: string | undefined
}

/** Runs a back-test on demand, and shows its result. */
export function BackTestCard({ title, asked, run, about, refusal }: BackTestCardProps) {
  const { t } = useTranslation()
  const running = useRef<AbortController>(undefined)
  const test = useMutation({
    mutationFn: async () => {
      running.current = new AbortController()
      return { asked, found: await run({ signal: running.current.signal }) }
    },
  })
  useEffect(() => () => running.current?.abort(), [])

  function cancel() {
    running.current?.abort()
    test.reset()
  }

  return (
    <section className="card back-test" aria-label={title}>
      <header>
        <h2>{title}</h2>
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
            <span className="muted">{hint()}</span>
            <Button
              size="sm"
              icon={FlaskConical}
              disabled={refusal !== undefined}
              onClick={() => test.mutate()}
            >
              {t(`subscriptions.editor.backTest.${test.data ? 'again' : 'run'}`)}
            </Button>
          </Line>
        )}
        <FormFailure text={test.error ? failureText(test.error) : undefined} />
        {test.data && <BackTestResult found={test.data.found} />}
      </div>
    </section>
  )

  function hint(): string {
    if (refusal !== undefined) return refusal
    if (!test.data) return about.before
    return test.data.asked === asked ? about.after : t('subscriptions.editor.backTest.stale')
  }
}

const Line = ({ children }: { children: ReactNode }) => <div className="back-test-line">{children}</div>
