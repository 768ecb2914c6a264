import { numberText } from '../../texts/number-format.ts'
import './editor.css'
import type { Named } from '@eot/contract/wire'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FormText } from '../../lib/forms/form-text.tsx'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import type { BodyForm } from '../../lib/forms/use-body-form.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { weekHours } from '../windows/week-window.ts'
import { QuestionPart } from './question-part.tsx'
import { Said } from './said.tsx'
import type { Question, Rule } from './sentence.ts'
import type { NamedTerms } from './term-values.ts'
import { WhatFields } from './what-fields.tsx'
import { WhenFields } from './when-fields.tsx'

export interface EditorProps {
  onClose: () => void
}

/** What a form passes to the editor of its terms. */
export interface TermEditorFrame extends EditorProps {
  title: string
  site: Named
  /** The search parameter that keeps the editor open. */
  part: 'add' | 'open'
  notSaved: string
  save: string
  actions?: ReactNode
  isDeleted?: boolean
  state?: ReactNode
  children?: ReactNode
}

interface TermEditorProps extends TermEditorFrame {
  form: Pick<
    BodyForm<NamedTerms>,
    'values' | 'errors' | 'set' | 'element' | 'submit' | 'busy' | 'dirty' | 'failure' | 'changes'
  >
  rule: Rule
  deviceCount: number | undefined
  back: ReactNode
  sentenceLabel: string
  nameLabel: string
  /** The receivers: people, or a webhook request. */
  whom: { title: string; text: string; fields: ReactNode }
  /** Between the questions and what is below them. */
  trial?: ReactNode
  /** Shown while the user resolves a conflict with another user's changes. */
  conflict: ReactNode
}

/** Three questions below the sentence that their answers form. */
export function TermEditor(props: TermEditorProps) {
  const { title, form, site, rule, deviceCount, part, back, sentenceLabel, nameLabel, whom } = props
  const { notSaved, save, actions, isDeleted, state, trial, conflict, children, onClose } = props
  const { t } = useTranslation()
  const { values } = form
  const hours = weekHours({ ...values.Hours, Days: values.Days })
  const questions = useRef<Partial<Record<Question, HTMLHeadingElement | null>>>({})
  const heading = (question: Question) => (element: HTMLHeadingElement | null) => {
    questions.current[question] = element
  }
  return (
    <div className="terms-editor">
      <p className="back">{back}</p>
      <PageHead
        title={title}
        sub={
          <>
            {t('subscriptions.editor.at', { site: site.Name })} {state}
          </>
        }
        actions={actions}
      />
      <section className="card" aria-label={sentenceLabel}>
        <p className="say lead" aria-live="polite">
          <Said rule={rule} onAsk={(question) => questions.current[question]?.focus()} />
        </p>
      </section>
      <form ref={form.element} noValidate onSubmit={form.submit} className="stack">
        <div className="card">
          <div className="question">
            <div />
            <div className="stack">
              <FormText form={form} name="Name" label={nameLabel} maxLength={120} autoComplete="off" />
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
                <b>
                  {t('subscriptions.editor.hoursAWeek', {
                    hours: numberText(hours, { maximumFractionDigits: 1 }),
                  })}
                </b>{' '}
                {t('subscriptions.editor.ofWeek')}
              </p>
            }
          >
            <WhenFields form={form} />
          </QuestionPart>
          <QuestionPart title={whom.title} text={whom.text} headingRef={heading('whom')}>
            {whom.fields}
          </QuestionPart>
        </div>
        {trial}
        <FormFailure text={form.failure} />
        {children}
        {(form.dirty || part === 'add') && (
          <div className="savebar">
            <span>{notSaved}</span>
            <Button size="sm" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button size="sm" variant="primary" type="submit" disabled={form.busy}>
              {form.busy ? t('subscriptions.editor.saving') : save}
            </Button>
          </div>
        )}
      </form>
      <LeaveGuard part={part} active={form.dirty && !isDeleted} changes={form.changes} />
      {conflict}
    </div>
  )
}
