import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TermEditor, type TermEditorFrame } from '../../../domain/terms/term-editor.tsx'
import { ConflictDialog } from '../../../lib/forms/conflict-dialog.tsx'
import type { BodyForm } from '../../../lib/forms/use-body-form.ts'
import { type EventValues, ruleOfValues } from './event-values.ts'
import { SentFields } from './sent-fields.tsx'
import { useDeviceCount } from './use-device-count.ts'
import type { ParamChecks } from './use-param-checks.ts'

interface EventEditorProps extends TermEditorFrame {
  form: BodyForm<EventValues>
  checks: ParamChecks
  /** The id of the stored event. */
  id?: string
  /** Shown above what is sent. */
  above?: ReactNode
}

/** The editor of a webhook event: the request it sends, for what, where and when. */
export function EventEditor({ form, checks, id, above, ...frame }: EventEditorProps) {
  const { t } = useTranslation()
  const { site } = frame
  return (
    <TermEditor
      {...frame}
      form={form}
      rule={ruleOfValues(form.values, site.Name)}
      deviceCount={useDeviceCount(site.Id, form.values)}
      back={
        <Link
          from="/site/webhooks/events"
          to="."
          search={(before) => ({ ...before, add: undefined, open: undefined, copy: undefined })}
        >
          {t('webhooks.events.back')}
        </Link>
      }
      sentenceLabel={t('webhooks.events.sentence')}
      nameLabel={t('webhooks.editor.name')}
      whom={{
        title: t('webhooks.events.sent'),
        text: t('webhooks.events.sentText'),
        fields: (
          <>
            {above}
            <SentFields form={form} checks={checks} site={site} id={id} />
          </>
        ),
      }}
      conflict={form.conflict && <ConflictDialog conflict={form.conflict} />}
    />
  )
}
