import { contentTypes, type WebhookContentType, webhookMethods } from '@eot/contract/webhook-shape'
import type { WebhookVariable } from '@eot/contract/webhook-variables'
import type { WebhookCertificate } from '@eot/contract/webhooks'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Problems } from '../rows/problems.ts'
import { emptyRow } from '../rows/rows.ts'
import { TemplateInput } from '../template-input.tsx'
import type { RequestValues } from './request-values.ts'
import { TrustField } from './trust-field.tsx'

interface RequestBarProps {
  form: Form<RequestValues>
  problems: Problems
  variables: readonly WebhookVariable[] | undefined
  pinned: WebhookCertificate | null
  onLeave: (id: string) => void
  /** undefined: the user may not send tests. */
  onTest: (() => void) | undefined
  isTesting: boolean
}

/** The address and format of a request. */
export function RequestBar({
  form,
  problems,
  variables,
  pinned,
  onLeave,
  onTest,
  isTesting,
}: RequestBarProps) {
  const { t } = useTranslation()
  const { values, set } = form
  const urlError = problems.get('Url')
  return (
    <>
      <div className="url-bar">
        <Select
          label={t('webhooks.editor.method')}
          labelHidden
          value={values.Method}
          options={webhookMethods.map((value) => ({ value, text: value }))}
          onChange={(Method) => set({ Method, ...withoutBody(values, Method) })}
        />
        <div className="field">
          <TemplateInput
            large
            id="Url"
            aria-label={t('webhooks.editor.url')}
            aria-invalid={urlError !== undefined}
            aria-describedby={urlError ? 'Url-error' : undefined}
            value={values.Url}
            variables={variables}
            maxLength={2000}
            onChange={(Url) => set({ Url })}
            onBlur={() => onLeave('Url')}
          />
          <FieldError id="Url" error={urlError} />
        </div>
        {onTest && (
          <Button icon={Send} size="lg" variant="primary" disabled={isTesting} onClick={onTest}>
            {t(isTesting ? 'webhooks.test.sending' : 'webhooks.test.send')}
          </Button>
        )}
      </div>
      <div className="url-options">
        <Select
          label={t('webhooks.editor.contentType')}
          value={values.ContentType}
          options={contentTypes.map((value) => ({ value, text: t(`webhooks.contentType.${value}`) }))}
          error={problems.get('ContentType')}
          onChange={(ContentType) => set({ ContentType, ...bodyFor(values, ContentType) })}
        />
        <TrustField form={form} pinned={pinned} />
      </div>
    </>
  )
}

/** These methods have no body. A body that was already entered stays, and the problem is shown. */
const withoutBody = ({ Body }: RequestValues, method: RequestValues['Method']): Partial<RequestValues> =>
  (method === 'GET' || method === 'HEAD') && Body.length === 0 ? { ContentType: 'none' } : {}

/** Text and XML have exactly one row, which is added if there is none. */
function bodyFor({ Body }: RequestValues, type: WebhookContentType): Partial<RequestValues> {
  if (Body.length > 0) return {}
  if (type === 'text/plain') return { Body: [{ ...emptyRow(), key: 'text' }] }
  if (type === 'application/xml')
    return { Body: [{ key: 'alert', paramType: 'specified', type: 'object', value: '', children: [] }] }
  return {}
}
