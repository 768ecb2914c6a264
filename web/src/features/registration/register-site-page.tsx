import './registration.css'
import { auth } from '@eot/contract/auth'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { shownLanguage } from '../../texts/language.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { DeviceStep } from './device-step.tsx'
import { PersonStep } from './person-step.tsx'
import { PlaceStep } from './place-step.tsx'
import { Registered } from './registered.tsx'
import {
  emptyDraft,
  isStarted,
  isUncertain,
  refusedStep,
  registrationOf,
  type SiteDraft,
  type Step,
  steps,
} from './site-draft.ts'

export const RegisterSitePage = () => <Registration kind="heading" />
export const RegisterFlysenseSitePage = () => <Registration kind="headingFlysense" />

/** Registers a site in three steps: its first device, its administrator, its location. */
function Registration({ kind }: { kind: 'heading' | 'headingFlysense' }) {
  const { t } = useTranslation()
  const [initial] = useState(() => emptyDraft(Intl.DateTimeFormat().resolvedOptions().timeZone))
  const [draft, setDraft] = useState(initial)
  const [step, setStep] = useState<Step>('device')
  /** The device that may have been registered, though the response was lost. */
  const [uncertainMac, setUncertainMac] = useState<string>()
  const [refusal, setRefusal] = useState<ApiError>()
  const [sentTo, setSentTo] = useState<string>()

  const go = (to: Step, change: Partial<SiteDraft> = {}) => {
    setDraft({ ...draft, ...change })
    setStep(to)
  }

  async function send(place: SiteDraft['place']) {
    const whole = { ...draft, place }
    try {
      await call(auth.registerSite, { body: registrationOf(whole, shownLanguage()) })
    } catch (error) {
      if (isUncertain(error)) setUncertainMac(draft.device.MacAddress)
      const back = error instanceof ApiError ? refusedStep(error) : undefined
      if (error instanceof ApiError && back) {
        setRefusal(error)
        go(back, { place })
      }
      throw error
    }
  }

  if (sentTo) return <Registered email={sentTo} />
  const { device, person, place } = draft
  return (
    <FormPage title={t(`registration.site.${kind}`)}>
      <Progress step={step} />
      {step === 'device' && (
        <DeviceStep
          lead={t(kind === 'heading' ? 'registration.site.deviceLead' : 'registration.site.flysenseLead')}
          initial={device}
          uncertainMac={uncertainMac}
          refusal={refusal}
          onNext={(next) => {
            setRefusal(undefined)
            go('person', { device: next })
          }}
        />
      )}
      {step === 'person' && (
        <PersonStep
          initial={person}
          mac={device.MacAddress}
          refusal={refusal}
          onBack={(next) => go('device', { person: next })}
          onNext={(next) => {
            setRefusal(undefined)
            go('place', { person: next })
          }}
        />
      )}
      {step === 'place' && (
        <PlaceStep
          initial={place}
          send={send}
          onBack={(next) => go('person', { place: next })}
          onSent={() => setSentTo(person.Email.trim())}
        />
      )}
      <p className="form-links">
        <Link to="/login">{t('signInSteps.toLogin')}</Link>
      </p>
      <LeaveGuard active={step !== 'device' || isStarted(draft, initial)} />
    </FormPage>
  )
}

function Progress({ step }: { step: Step }) {
  const { t } = useTranslation()
  const at = steps.indexOf(step)
  const isFirst = useRef(true)
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!isFirst.current && step) status.current?.scrollIntoView({ block: 'nearest' })
    isFirst.current = false
  }, [step])
  return (
    <div>
      <p className="vh" role="status" ref={status}>
        {t('registration.site.stepOf', {
          step: at + 1,
          count: steps.length,
          name: t(`registration.site.${step}`),
        })}
      </p>
      <ol className="steps" aria-label={t('registration.site.steps')}>
        {steps.map((name, place) => (
          <li
            key={name}
            className={place < at ? 'past' : undefined}
            aria-current={place === at ? 'step' : undefined}
          >
            {t(`registration.site.${name}`)}
          </li>
        ))}
      </ol>
    </div>
  )
}
