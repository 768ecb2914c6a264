import '../preview/preview.css'
import { webhookEvents } from '@eot/contract/webhook-events'
import { noParams } from '@eot/contract/webhook-params'
import type { Named } from '@eot/contract/wire'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import type { Form } from '../../../lib/forms/use-form.ts'
import { useCurrentSiteId } from '../../../session/current-site.ts'
import { useFeatures } from '../../../session/use-session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { Preview } from '../preview/preview.tsx'
import { TestResult } from '../preview/test-result.tsx'
import { testTimeoutMs, useTests } from '../preview/use-tests.ts'
import { requestPath } from '../request-list.ts'
import { GivenFields } from '../rows/given-fields.tsx'
import { useVariables } from '../variables.tsx'
import type { EventValues } from './event-values.ts'
import { completeParams, type ParamChecks, useChosenRequest } from './use-param-checks.ts'
import { useUsableRequests } from './use-usable-requests.ts'

interface SentFieldsProps {
  form: Form<EventValues>
  checks: ParamChecks
  site: Named
  id: string | undefined
}

/** What is sent: the request, the values this event fills in, and a preview of the result. */
export function SentFields({ form, checks, site, id }: SentFieldsProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const usable = useUsableRequests(site.Id)
  const request = useChosenRequest(values)
  const params = completeParams(request, values.params)
  const variables = useVariables(useCurrentSiteId())
  const problems = checks.shownOf(params, errors)
  const mayTest = useFeatures('/site/webhooks').custom.has('TestWebhook')
  const { tests, send, isSending } = useTests(() =>
    call(
      webhookEvents.test,
      { body: { webhookConfigId: values.Request?.Id ?? '', params, ...(id !== undefined && { id }) } },
      { timeoutMs: testTimeoutMs },
    ),
  )
  const choose = (Id: string) => {
    const chosen = usable.find((one) => one.Id === Id)
    if (chosen && Id !== values.Request?.Id) set({ Request: { Id, Name: chosen.Name }, params: noParams() })
  }
  const options = usable.map(({ Id, Name, Site }) => ({
    value: Id,
    label: Name,
    shown: (
      <span className="truncate">
        {Name} <span className="muted">{Site.Name}</span>
      </span>
    ),
  }))
  return (
    <>
      <Combobox
        label={t('webhooks.request')}
        groups={[{ value: 'requests', label: '', items: options }]}
        value={values.Request?.Id ?? null}
        onChange={choose}
        chosen={values.Request && <span className="truncate">{values.Request.Name}</span>}
        placeholder={t('webhooks.events.choose')}
        searchLabel={t('webhooks.requests.search')}
        emptyText={t('webhooks.events.noRequest')}
        error={errors.Request}
        hint={
          values.Request ? (
            <Link to={requestPath} search={{ id: values.Request.Id }}>
              {t('webhooks.events.openRequest')}
            </Link>
          ) : (
            t('webhooks.events.requestHint', { site: site.Name })
          )
        }
      />
      {values.Request && (
        <div className="params-box">
          <h3 className="label">{t('webhooks.tab.Params')}</h3>
          <FormFailure text={errors.params} />
          <GivenFields
            request={request ?? params}
            given={params}
            problems={problems}
            variables={variables}
            onChange={(next) => set({ params: next })}
            onLeave={checks.onLeave}
            emptyText={t('webhooks.given.noneInEvent')}
          />
        </div>
      )}
      {request && (
        <>
          {mayTest && (
            <div>
              <Button icon={Send} disabled={isSending} onClick={() => send(undefined)}>
                {t(isSending ? 'webhooks.test.sending' : 'webhooks.test.send')}
              </Button>
            </div>
          )}
          <TestResult tests={tests} />
          <Preview template={request} params={params} problems={problems} variables={variables} sampleOnly />
        </>
      )}
    </>
  )
}
