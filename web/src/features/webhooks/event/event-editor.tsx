import '../../../domain/terms/editor.css'
import type { Named } from '@eot/contract/wire'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { QuestionPart } from '../../../domain/terms/question-part.tsx'
import { Said } from '../../../domain/terms/said.tsx'
import type { Question } from '../../../domain/terms/sentence.ts'
import { WhatFields } from '../../../domain/terms/what-fields.tsx'
import { WhenFields } from '../../../domain/terms/when-fields.tsx'
import { weekHours } from '../../../domain/windows/week-window.ts'
import { ConflictDialog } from '../../../lib/forms/conflict-dialog.tsx'
import { FormText } from '../../../lib/forms/form-text.tsx'
import { LeaveGuard } from '../../../lib/forms/leave-guard.tsx'
import type { BodyForm } from '../../../lib/forms/use-body-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/check.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import type { EditorProps } from './editor-props.ts'
import { type EventValues, ruleOfValues } from './event-values.ts'
import { SentFields } from './sent-fields.tsx'
import { useDeviceCount } from './use-device-count.ts'
import type { ParamChecks } from './use-param-checks.ts'

interface EventEditorProps extends EditorProps {
  title: string
  form: BodyForm<EventValues>
  checks: ParamChecks
  site: Named
  /** Of the stored event. */
  id?: string
  /** The search parameter that keeps the editor open. */
  part: 'add' | 'open'
  notSaved: string
  save: string
  menu?: ReactNode
  isDeleted?: boolean
  children?: ReactNode
}

/** Three questions below the sentence that their answers make. */
export function EventEditor(props: EventEditorProps) {
  const { title, form, checks, site, id, part, notSaved, save, menu, isDeleted, children, onClose } = props
  const { t } = useTranslation()
  const { values } = form
  const hours = weekHours({ ...values.Hours, Days: values.Days })
  const deviceCount = useDeviceCount(site.Id, values)
  const questions = useRef<Partial<Record<Question, HTMLHeadingElement | null>>>({})
  const heading = (question: Question) => (element: HTMLHeadingElement | null) => {
    questions.current[question] = element
  }
  return (
    <div className="terms-editor">
      <p className="back">
        <Link
          from="/site/webhooks/events"
          to="."
          search={(before) => ({ ...before, add: undefined, open: undefined, copy: undefined })}
        >
          {t('webhooks.events.back')}
        </Link>
      </p>
      <PageHead title={title} sub={t('subscriptions.editor.at', { site: site.Name })} actions={menu} />
      <section className="card" aria-label={t('webhooks.events.sentence')}>
        <p className="say lead" aria-live="polite">
          <Said
            rule={ruleOfValues(values, site.Name)}
            onAsk={(question) => questions.current[question]?.focus()}
          />
        </p>
      </section>
      <form ref={form.element} noValidate onSubmit={form.submit} className="stack">
        <div className="card">
          <div className="question">
            <div />
            <div className="stack">
              <FormText
                form={form}
                name="Name"
                label={t('webhooks.editor.name')}
                maxLength={120}
                autoComplete="off"
              />
              <Check
                label={t('subscriptions.editor.isOn')}
                checked={values.IsActive}
                onChange={(event) => form.set({ IsActive: event.currentTarget.checked })}
              />
            </div>
          </div>
          <QuestionPart
            title={t('subscriptions.editor.what')}
            text={t('subscriptions.editor.whatText')}
            headingRef={heading('what')}
          >
            <WhatFields form={form} site={site} deviceCount={deviceCount} />
          </QuestionPart>
          <QuestionPart
            title={t('subscriptions.editor.whenTitle')}
            text={t('subscriptions.editor.whenText')}
            headingRef={heading('when')}
            more={
              <p className="week-sum">
                <b>{t('subscriptions.editor.hoursAWeek', { hours: Math.round(hours * 10) / 10 })}</b>{' '}
                {t('subscriptions.editor.ofWeek')}
              </p>
            }
          >
            <WhenFields form={form} />
          </QuestionPart>
          <QuestionPart
            title={t('webhooks.events.sent')}
            text={t('webhooks.events.sentText')}
            headingRef={heading('whom')}
          >
            <SentFields form={form} checks={checks} site={site} id={id} />
          </QuestionPart>
        </div>
        <FormFailure text={form.failure} />
        {children}
        <div className="savebar">
          <span>{form.dirty || part === 'add' ? notSaved : ''}</span>
          <Button size="sm" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button size="sm" variant="primary" type="submit" disabled={form.busy}>
            {form.busy ? t('webhooks.editor.saving') : save}
          </Button>
        </div>
      </form>
      <LeaveGuard part={part} active={form.dirty && !isDeleted} changes={form.changes} />
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </div>
  )
}
