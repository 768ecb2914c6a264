import '../../domain/terms/editor.css'
import { type Subscription, subscriptions } from '@eot/contract/subscriptions'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { HistoryCard } from '../../domain/history/history-card.tsx'
import { QuestionPart } from '../../domain/terms/question-part.tsx'
import { Said } from '../../domain/terms/said.tsx'
import type { Question } from '../../domain/terms/sentence.ts'
import { WhatFields } from '../../domain/terms/what-fields.tsx'
import { WhenFields } from '../../domain/terms/when-fields.tsx'
import { weekHours } from '../../domain/windows/week-window.ts'
import { ConflictDialog } from '../../lib/forms/conflict-dialog.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { type BodyForm, useBodyForm } from '../../lib/forms/use-body-form.ts'
import { t } from '../../texts/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { showToast } from '../../ui/toast.tsx'
import { SubscriptionBackTest } from './back-test.tsx'
import { SendTest } from './send-test.tsx'
import { SubscriptionMenu } from './subscription-menu.tsx'
import { StateChips } from './subscription-state.tsx'
import {
  bodyOf,
  conflictFields,
  newValues,
  places,
  ruleOfValues,
  type SubscriptionValues,
  valuesOf,
} from './subscription-values.ts'
import { useReach } from './use-reach.ts'
import { WhomFields } from './whom-fields.tsx'

export interface EditorProps {
  onClose: () => void
}

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** What the forms for a new subscription and for an existing one have in common. */
const formOptions = (done: 'added' | 'saved', { onClose }: EditorProps) => ({
  places,
  refreshes: [subscriptions],
  onSaved({ Name }: Subscription) {
    showToast(t(`subscriptions.editor.${done}`, { name: Name }))
  },
  onDone: onClose,
})

interface Site {
  Id: string
  Name: string
}

/** A form for a new subscription, empty or with the answers of another one. */
export function NewForm({ site, copyOf, ...props }: EditorProps & { site: Site; copyOf?: Subscription }) {
  const { t } = useTranslation()
  const form = useBodyForm<SubscriptionValues, typeof subscriptions.create>({
    ...formOptions('added', props),
    endpoint: subscriptions.create,
    initial: copyOf
      ? { ...valuesOf(copyOf), Name: t('subscriptions.editor.copy', { name: copyOf.Name }).slice(0, 120) }
      : newValues,
    request: (values) => ({ body: { ...bodyOf(values), Site: site.Id } }),
  })
  return (
    <Editor
      {...props}
      title={t('subscriptions.editor.new')}
      form={form}
      site={site}
      part="add"
      notSaved={t('subscriptions.editor.notSaved')}
      save={t('subscriptions.editor.saveNew')}
    />
  )
}

export function EditForm({ subscription, ...props }: EditorProps & { subscription: Subscription }) {
  const { t } = useTranslation()
  const [isDeleted, setDeleted] = useState(false)
  /** Its changes are lost with it, so there is nothing to ask before the editor closes. */
  function onDeleted() {
    flushSync(() => setDeleted(true))
    props.onClose()
  }
  const form = useBodyForm<SubscriptionValues, typeof subscriptions.update>({
    ...formOptions('saved', props),
    endpoint: subscriptions.update,
    initial: valuesOf(subscription),
    request: (values) => ({ params: { id: subscription.Id }, body: bodyOf(values) }),
    edit: { version: subscription.Version, values: valuesOf, fields: conflictFields() },
  })
  return (
    <Editor
      {...props}
      title={subscription.Name}
      form={form}
      site={subscription.Site}
      part="open"
      notSaved={t('subscriptions.editor.changed')}
      save={t('subscriptions.editor.save')}
      actions={
        <>
          <SendTest subscription={subscription} />
          <SubscriptionMenu subscription={subscription} onClose={onDeleted} />
        </>
      }
      isDeleted={isDeleted}
      state={<StateChips subscription={subscription} />}
    >
      <HistoryCard of={{ subject: subscription.Id }} />
    </Editor>
  )
}

interface FormProps extends EditorProps {
  title: string
  form: BodyForm<SubscriptionValues>
  site: Site
  /** The search parameter that keeps the editor open. */
  part: 'add' | 'open'
  notSaved: string
  save: string
  actions?: ReactNode
  isDeleted?: boolean
  state?: ReactNode
  children?: ReactNode
}

/** Three questions below the sentence that their answers make. */
function Editor(props: FormProps) {
  const { title, form, site, part, notSaved, save, actions, isDeleted, state, children, onClose } = props
  const { t } = useTranslation()
  const { values } = form
  const reach = useReach(site.Id, values).data
  const hours = weekHours({ ...values.Hours, Days: values.Days })
  const questions = useRef<Partial<Record<Question, HTMLHeadingElement | null>>>({})
  const heading = (question: Question) => (element: HTMLHeadingElement | null) => {
    questions.current[question] = element
  }
  return (
    <div className="terms-editor">
      <BackLink />
      <PageHead
        title={title}
        sub={
          <>
            {t('subscriptions.editor.at', { site: site.Name })} {state}
          </>
        }
        actions={actions}
      />
      <section className="card" aria-label={t('subscriptions.editor.sentence')}>
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
                label={t('subscriptions.editor.name')}
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
            <WhatFields form={form} site={site} deviceCount={reach?.DeviceCount} />
          </QuestionPart>
          <QuestionPart
            title={t('subscriptions.editor.whenTitle')}
            text={t('subscriptions.editor.whenText')}
            headingRef={heading('when')}
            more={
              <p className="week-sum">
                <b>{t('subscriptions.editor.hoursAWeek', { hours: oneDecimal.format(hours) })}</b>{' '}
                {t('subscriptions.editor.ofWeek')}
              </p>
            }
          >
            <WhenFields form={form} />
          </QuestionPart>
          <QuestionPart
            title={t('subscriptions.editor.whom')}
            text={t('subscriptions.editor.whomText')}
            headingRef={heading('whom')}
          >
            <WhomFields form={form} siteId={site.Id} />
          </QuestionPart>
        </div>
        <SubscriptionBackTest site={site} values={values} />
        <FormFailure text={form.failure} />
        {children}
        <div className="savebar">
          <span>{form.dirty || part === 'add' ? notSaved : ''}</span>
          <Button size="sm" onClick={onClose}>
            {t('subscriptions.editor.cancel')}
          </Button>
          <Button size="sm" variant="primary" type="submit" disabled={form.busy}>
            {form.busy ? t('subscriptions.editor.saving') : save}
          </Button>
        </div>
      </form>
      <LeaveGuard part={part} active={form.dirty && !isDeleted} changes={form.changes} />
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </div>
  )
}

/** To the list as it was before. */
function BackLink() {
  const { t } = useTranslation()
  return (
    <p className="back">
      <Link
        from="/subscriptions"
        to="."
        search={(before) => ({ ...before, add: undefined, open: undefined, copy: undefined })}
      >
        {t('subscriptions.editor.back')}
      </Link>
    </p>
  )
}
