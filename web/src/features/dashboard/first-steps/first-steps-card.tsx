import './first-steps.css'
import type { DeviceState } from '@eot/contract/devices'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportLink } from '../../../domain/import-link.tsx'
import { useMinute } from '../../../lib/time/now.ts'
import { zoneNames } from '../../../lib/time/time.ts'
import { useTimeZone } from '../../../session/current-site.ts'
import { useFeatures } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { FirstStep } from './first-steps.ts'
import { useFirstSteps } from './use-first-steps.ts'

interface FirstStepsProps {
  siteName: string
  devices: readonly DeviceState[]
  /** Omitted: the steps cannot be hidden. Otherwise they are shown only while a step that alerts depend on is left. */
  onHide?: () => void
}

/** The steps left until a new site notifies its people of alerts. One step is next; later ones can be taken too. */
export function FirstStepsCard({ siteName, devices, onHide }: FirstStepsProps) {
  const { t } = useTranslation()
  const steps = useFirstSteps(devices)
  if (!steps) return onHide ? null : <Loading />
  const next = steps.find(({ isDone }) => !isDone)?.step
  // A second factor is asked for elsewhere too.
  if (onHide && steps.every(({ step, isDone }) => isDone || step === 'secure')) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="card c12 first-steps" aria-label={t('firstSteps.title')}>
      <header>
        <h2>{t('firstSteps.title')}</h2>
        <span className="note keep">{t('firstSteps.done', { done, count: steps.length })}</span>
        {onHide && (
          <div className="end">
            <Button size="sm" variant="ghost" onClick={onHide}>
              {t('firstSteps.hide')}
            </Button>
          </div>
        )}
      </header>
      <ol>
        {steps.map(({ step, isDone }, index) => (
          <li key={step} className={classNames(isDone && 'done', step === next && 'now')}>
            {isDone ? <Glyph level="ok" /> : <i aria-hidden="true">{index + 1}</i>}
            <div>
              <h3>
                {t(`firstSteps.${step}.title`)}
                {isDone && <span className="vh"> {t('firstSteps.isDone')}</span>}
              </h3>
              <p>{isDone ? <DoneText step={step} siteName={siteName} /> : t(`firstSteps.${step}.text`)}</p>
            </div>
            <StepAction step={step} isDone={isDone} isNext={step === next} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Loading() {
  return (
    <section className="card c12 first-steps">
      <div className="body">
        <SkeletonRows rows={6} height={32} />
      </div>
    </section>
  )
}

function DoneText({ step, siteName }: { step: FirstStep; siteName: string }) {
  const { t } = useTranslation()
  const zone = zoneNames(useTimeZone(), useMinute()).name
  return t(`firstSteps.${step}.done`, { site: siteName, zone })
}

interface StepActionProps {
  step: FirstStep
  isDone: boolean
  isNext: boolean
}

function StepAction({ step, isDone, isNext }: StepActionProps) {
  const { t } = useTranslation()
  const can = {
    site: useFeatures('/site').edit,
    told: useFeatures('/subscriptions').add,
    people: useFeatures('/users').add,
  }
  const look = classNames('btn', isNext && 'primary')
  const actions: Partial<Record<FirstStep, ReactNode>> = {
    secure: !isDone && (
      <Link to="/account-info" className={look}>
        {t('firstSteps.secure.act')}
      </Link>
    ),
    site: can.site && (
      <Link to="/site" className="plain-link">
        {t('firstSteps.site.act')}
      </Link>
    ),
    device: !isDone && (
      <>
        <Link to="/devices" search={{ add: true }} className={look}>
          <Plus className="icon" aria-hidden="true" />
          {t('firstSteps.device.act')}
        </Link>
        <ImportLink to="/devices/import" />
      </>
    ),
    told: !isDone && can.told && (
      <Link to="/subscriptions" search={{ add: true, view: undefined, copy: undefined }} className={look}>
        {t('firstSteps.told.act')}
      </Link>
    ),
    people: !isDone && can.people && (
      <Link to="/users" search={{ add: true }} className={look}>
        {t('firstSteps.people.act')}
      </Link>
    ),
  }
  return actions[step] ? <div className="acts">{actions[step]}</div> : null
}
