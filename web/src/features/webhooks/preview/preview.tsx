import './preview.css'
import type { WebhookParams } from '@eot/contract/webhook-params'
import { renderRequest } from '@eot/contract/webhook-render'
import type { WebhookTemplate } from '@eot/contract/webhook-shape'
import type { WebhookVariable } from '@eot/contract/webhook-variables'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageText } from '../../../texts/problem-text.ts'
import { CopyBlock } from '../../../ui/copy-block.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { type Problems, rowNumber } from '../rows/problems.ts'
import { samplesOf } from '../variables.tsx'
import { partOf } from './part-of.ts'
import { mask, requestText } from './request-text.ts'
import { templateLines } from './template-lines.ts'

interface PreviewProps {
  template: WebhookTemplate
  /** The values that an event would fill in. */
  params: WebhookParams
  problems: Problems
  variables: readonly WebhookVariable[] | undefined
  /** Only with sample values. */
  sampleOnly?: boolean
}

/** What is sent: the body with its variables, or the whole request for an example alert, byte by byte. */
export function Preview({ template, params, problems, variables, sampleOnly = false }: PreviewProps) {
  const { t } = useTranslation()
  const [view, setView] = useState<'template' | 'sample'>('template')
  const hasTemplate = !sampleOnly && template.ContentType === 'application/json'
  const shown = hasTemplate ? view : 'sample'
  return (
    <section className="card" aria-label={t('webhooks.preview.title')}>
      <header>
        <h2>{t('webhooks.preview.title')}</h2>
        {hasTemplate && (
          <div className="end">
            <Segments
              small
              label={t('webhooks.preview.view')}
              value={view}
              options={(['template', 'sample'] as const).map((value) => ({
                value,
                text: t(`webhooks.preview.${value}`),
              }))}
              onChange={setView}
            />
          </div>
        )}
      </header>
      {shown === 'template' ? (
        <TemplateCode template={template} problems={problems} />
      ) : variables ? (
        <Sample template={template} params={params} variables={variables} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </section>
  )
}

function TemplateCode({ template, problems }: Pick<PreviewProps, 'template' | 'problems'>) {
  const { t } = useTranslation()
  const lines = templateLines(template.Body, problems, t('webhooks.preview.config'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, for which the keyboard needs the focus
    <section className="code" tabIndex={0} aria-label={t('webhooks.preview.body')}>
      {lines.map(({ parts, isBad }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
        <span key={index} className={isBad ? 'l bad' : 'l'}>
          {parts.map(({ text, kind }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have none either
            <span key={at} className={kind === 'variable' ? 'var' : kind && `c-${kind}`}>
              {text}
            </span>
          ))}
          {'\n'}
        </span>
      ))}
    </section>
  )
}

const boundary = 'eot-boundary'

function Sample({
  template,
  params,
  variables,
}: Pick<PreviewProps, 'template' | 'params'> & { variables: readonly WebhookVariable[] }) {
  const { t } = useTranslation()
  const rendered = renderRequest(template, params, samplesOf(variables), { boundary, showSecret: () => mask })
  if ('failure' in rendered) {
    const { path } = rendered.failure
    const message = messageText(rendered.failure.message)
    const row = rowNumber(path)
    return (
      <p className="err sample-failure">
        {row === ''
          ? message
          : t('webhooks.preview.wrong', { part: t(`webhooks.part.${partOf(path)}`), row, message })}
      </p>
    )
  }
  return (
    <div className="sample">
      <CopyBlock label={t('webhooks.preview.title')} text={requestText(rendered)} />
      <p className="hint">{t('webhooks.preview.signed')}</p>
    </div>
  )
}
