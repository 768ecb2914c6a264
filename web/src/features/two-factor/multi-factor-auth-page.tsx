import './two-factor.css'
import { type TwoFactorState, twoFactor } from '@eot/contract/two-factor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { useSession } from '../../session/use-session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'
import { EnablePanel } from './enable-panel.tsx'
import { NewCodesDialog, TurnOffDialog } from './proof-dialogs.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const fewCodes = 3

/** The user's own second factor: its state, turning it on and off, and new recovery codes. */
export function MultiFactorAuthPage() {
  const { t } = useTranslation()
  const query = useQuery(queryOf(twoFactor.state))
  return (
    <>
      <PageHead title={t('twoFactor.title')} sub={t('twoFactor.sub')} />
      <section className="card narrow-card" aria-label={t('twoFactor.title')}>
        <Panel query={query} skeleton={<SkeletonRows rows={3} />}>
          {(state) => <TwoFactorCard state={state} />}
        </Panel>
      </section>
    </>
  )
}

type Step = { at: 'state' | 'enable' | 'turnOff' | 'newCodes' } | { at: 'codes'; codes: string[] }

function TwoFactorCard({ state }: { state: TwoFactorState }) {
  const { t } = useTranslation()
  const email = useSession().user.Email
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'state' })

  const showState = () => setStep({ at: 'state' })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: [twoFactor.state.path] })
  const showCodes = (codes: string[]) => {
    setStep({ at: 'codes', codes })
    refresh()
  }

  if (step.at === 'codes') {
    return (
      <>
        <header>
          <h2>{t('twoFactor.codes.heading')}</h2>
        </header>
        <div className="body">
          <RecoveryCodes codes={step.codes} email={email} onDone={showState} />
        </div>
      </>
    )
  }
  return (
    <>
      <header>
        <h2>{t(step.at === 'enable' ? 'twoFactor.setUpHeading' : 'twoFactor.state')}</h2>
      </header>
      <div className="body">
        {step.at === 'enable' ? (
          <EnablePanel onVerified={showCodes} onCancel={showState} />
        ) : (
          <StateFacts state={state} onStep={(at) => setStep({ at })} />
        )}
      </div>
      <TurnOffDialog
        open={step.at === 'turnOff'}
        onClose={showState}
        onDone={() => {
          showState()
          refresh()
          showToast(t('twoFactor.turnedOff'))
        }}
      />
      <NewCodesDialog open={step.at === 'newCodes'} onClose={showState} onDone={showCodes} />
    </>
  )
}

function StateFacts(props: {
  state: TwoFactorState
  onStep: (at: 'enable' | 'turnOff' | 'newCodes') => void
}) {
  const { state, onStep } = props
  const { t } = useTranslation()
  return (
    <>
      <dl className="facts">
        <dt>{t('twoFactor.factor')}</dt>
        <dd>
          <strong>{t(state.IsEnabled ? 'twoFactor.on' : 'twoFactor.off')}</strong>
          {state.IsForced && <span className="muted">, {t('twoFactor.forcedNote')}</span>}
        </dd>
        {state.IsEnabled && (
          <>
            <dt>{t('twoFactor.codesLeft')}</dt>
            <dd>{state.RecoveryCodesLeft}</dd>
          </>
        )}
      </dl>
      <div className="stack">
        {state.IsEnabled && state.RecoveryCodesLeft <= fewCodes && (
          <Banner tone="caution">{t('twoFactor.codesFew')}</Banner>
        )}
        {state.IsForced && (
          <p className="hint" id="forced-reason">
            {t('twoFactor.forced')}
          </p>
        )}
        <div className="row wrap">
          {state.IsEnabled ? (
            <>
              <Button onClick={() => onStep('newCodes')}>{t('twoFactor.newCodes')}</Button>
              <Button
                variant="danger"
                disabled={state.IsForced}
                aria-describedby={state.IsForced ? 'forced-reason' : undefined}
                onClick={() => onStep('turnOff')}
              >
                {t('twoFactor.turnOff')}
              </Button>
            </>
          ) : (
            <Button variant="primary" onClick={() => onStep('enable')}>
              {t('twoFactor.turnOn')}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
