import { type Subscription, subscriptions } from '@eot/contract/subscriptions'
import type { Named } from '@eot/contract/wire'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { HistoryCard } from '../../domain/history/history-card.tsx'
import { type EditorProps, TermEditor, type TermEditorFrame } from '../../domain/terms/term-editor.tsx'
import { ConflictDialog } from '../../lib/forms/conflict-dialog.tsx'
import { type BodyForm, useBodyForm } from '../../lib/forms/use-body-form.ts'
import { t } from '../../texts/i18n.ts'
import { showToast } from '../../ui/toast.ts'
import { SubscriptionBackTest } from './back-test.tsx'
import { SendTest } from './send-test.tsx'
import { SubscriptionMenu } from './subscription-menu.tsx'
import { StateChips } from './subscription-state.tsx'
import {
  bodyOf,
  conflictFields,
  needsReceivers,
  newValues,
  places,
  problemsOf,
  ruleOfValues,
  type SubscriptionValues,
  valuesOf,
} from './subscription-values.ts'
import { useReach } from './use-reach.ts'
import { WhomFields } from './whom-fields.tsx'

/** What the forms for a new subscription and for an existing one have in common. */
const formOptions = (done: 'added' | 'saved', { onClose }: EditorProps) => ({
  places,
  problems: problemsOf,
  refreshes: [subscriptions],
  onSaved({ Name }: Subscription) {
    showToast(t(`subscriptions.editor.${done}`, { name: Name }))
  },
  onDone: onClose,
})

/** A form for a new subscription, empty or with the answers of another one. */
export function NewForm({ site, copyOf, ...props }: EditorProps & { site: Named; copyOf?: Subscription }) {
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
    problems: (values) => (needsReceivers(subscription, values) ? problemsOf(values) : []),
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

function Editor({ form, ...frame }: TermEditorFrame & { form: BodyForm<SubscriptionValues> }) {
  const { t } = useTranslation()
  const { site } = frame
  const { values } = form
  return (
    <TermEditor
      {...frame}
      form={form}
      rule={ruleOfValues(values, site.Name)}
      deviceCount={useReach(site.Id, values).data?.DeviceCount}
      back={
        <Link
          from="/subscriptions"
          to="."
          search={(before) => ({ ...before, add: undefined, open: undefined, copy: undefined })}
        >
          {t('subscriptions.editor.back')}
        </Link>
      }
      sentenceLabel={t('subscriptions.editor.sentence')}
      nameLabel={t('subscriptions.editor.name')}
      whom={{
        title: t('subscriptions.editor.whom'),
        text: t('subscriptions.editor.whomText'),
        fields: <WhomFields form={form} siteId={site.Id} />,
      }}
      trial={<SubscriptionBackTest site={site} values={values} />}
      conflict={form.conflict && <ConflictDialog conflict={form.conflict} />}
    />
  )
}
