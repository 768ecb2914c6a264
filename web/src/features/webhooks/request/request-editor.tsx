import { eventParams } from '@eot/contract/webhook-merge'
import { noParams } from '@eot/contract/webhook-params'
import { type WebhookCertificate, webhookRequests } from '@eot/contract/webhooks'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { ConflictDialog } from '../../../lib/forms/conflict-dialog.tsx'
import { FormText } from '../../../lib/forms/form-text.tsx'
import { LeaveGuard } from '../../../lib/forms/leave-guard.tsx'
import type { BodyForm } from '../../../lib/forms/use-body-form.ts'
import { useCurrentSiteId } from '../../../session/current-site.ts'
import { useFeatures } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Preview } from '../preview/preview.tsx'
import { TestResult } from '../preview/test-result.tsx'
import { testTimeoutMs, useTests } from '../preview/use-tests.ts'
import { requestPath } from '../request-list.ts'
import { exampleParams } from '../rows/examples.ts'
import { requestProblems } from '../rows/problems.ts'
import { useVariables, VariableList } from '../variables.tsx'
import { BackLink } from './back-link.tsx'
import { RequestBar } from './request-bar.tsx'
import { RequestTabs } from './request-tabs.tsx'
import { bodyOf, type RequestValues, templateOf } from './request-values.ts'
import { type ShownProblems, tabOf } from './use-shown-problems.ts'

interface RequestEditorProps {
  form: BodyForm<RequestValues>
  shown: ShownProblems
  /** The id of the stored request. */
  id?: string
  title: string
  sub: ReactNode
  save: string
  isNew?: boolean
  site?: ReactNode
  pinned?: WebhookCertificate | null
  /** The values that discarding restores. */
  stored: RequestValues
  isDeleted?: boolean
  menu?: ReactNode
  above?: ReactNode
  children?: ReactNode
}

/** A webhook request beside what it sends. */
export function RequestEditor(props: RequestEditorProps) {
  const {
    form,
    shown,
    id,
    title,
    sub,
    save,
    isNew,
    site,
    pinned = null,
    stored,
    isDeleted,
    menu,
    above,
    children,
  } = props
  const { t } = useTranslation()
  const { values } = form
  const may = useFeatures(requestPath)
  const variables = useVariables(useCurrentSiteId())
  const [given, setGiven] = useState(noParams)
  const template = templateOf(values)
  const problems = requestProblems(template)
  // A value that the server refused stays marked until it is changed.
  const visible = new Map([
    ...Object.entries(form.errors).flatMap(([path, text]) => (text ? [[path, text] as const] : [])),
    ...shown.shownOf(problems),
  ])
  const params = exampleParams(template, given)
  const { tests, send, isSending } = useTests(() =>
    call(
      webhookRequests.test,
      {
        body: {
          Request: { ...bodyOf(values), Name: values.Name.trim() || t('webhooks.request') },
          Params: params,
          ...(id !== undefined && { Id: id }),
        },
      },
      { timeoutMs: testTimeoutMs },
    ),
  )

  function test() {
    shown.ask(problems)
    send(undefined)
  }

  function goTo(path: string) {
    const tab = tabOf(path)
    if (tab) flushSync(() => shown.setTab(tab))
    const row = path.slice(0, path.lastIndexOf('.'))
    const field = document.getElementById(path) ?? document.getElementById(`${row}.key`)
    field?.focus()
  }

  const mayTest = useFeatures('/site/webhooks').custom.has('TestWebhook')
  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className="webhook-editor">
      <BackLink />
      <PageHead
        title={title}
        sub={sub}
        actions={
          <>
            {menu}
            <Button variant="ghost" disabled={!form.dirty} onClick={() => form.show(stored)}>
              {t('webhooks.editor.discard')}
            </Button>
            {(isNew ? may.add : may.edit) && (
              <Button variant="primary" type="submit" disabled={form.busy || !(form.dirty || isNew)}>
                {form.busy ? t('webhooks.editor.saving') : save}
              </Button>
            )}
          </>
        }
      />
      {above}
      <FormFailure text={form.failure} />
      <div className="webhook-parts">
        <section className="card" aria-label={t('webhooks.request')}>
          <div className="webhook-names">
            <FormText
              form={form}
              name="Name"
              label={t('webhooks.editor.name')}
              maxLength={120}
              autoComplete="off"
            />
            {site}
          </div>
          <RequestBar
            form={form}
            problems={visible}
            variables={variables}
            pinned={pinned}
            onLeave={shown.onLeave}
            onTest={mayTest ? test : undefined}
            isTesting={isSending}
          />
          <RequestTabs
            form={form}
            tab={shown.tab}
            onTab={shown.setTab}
            problems={visible}
            variables={variables}
            given={eventParams(template, given)}
            onGiven={setGiven}
            onLeave={shown.onLeave}
          />
        </section>
        <div className="webhook-side">
          <TestResult
            tests={tests}
            wrongField={problems.keys().next().value}
            onField={goTo}
            onTrust={({ Certificate }) =>
              form.set({
                TrustSelfSignedCert: true,
                CertificateFingerprint: Certificate?.Fingerprint ?? null,
              })
            }
          />
          <Preview template={template} params={params} problems={visible} variables={variables} />
          <VariableList variables={variables} />
        </div>
      </div>
      {children}
      <LeaveGuard active={form.dirty && !isDeleted} changes={form.changes} />
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </form>
  )
}
