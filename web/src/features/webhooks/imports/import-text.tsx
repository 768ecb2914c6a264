import '../recipes/recipes.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { t } from '../../../texts/i18n.ts'
import { Field } from '../../../ui/field.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { BackLink } from '../request/back-link.tsx'
import type { ImportProblem } from './imported.ts'

interface ImportTextProps {
  source: 'curl' | 'openapi'
  text: string
  onText: (text: string) => void
  error: string | undefined
  onSubmit: () => void
  /** Buttons, and further fields. */
  children: ReactNode
}

/** A field for a text, such as from a receiver's documentation, from which a request is made. */
export function ImportText({ source, text, onText, error, onSubmit, children }: ImportTextProps) {
  const { t } = useTranslation()
  return (
    <form
      className="webhook-editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <BackLink />
      <PageHead title={t(`webhooks.import.${source}.title`)} sub={t(`webhooks.import.${source}.text`)} />
      <section className="card import-form">
        <Field label={t(`webhooks.import.${source}.label`)} error={error}>
          {(input) => (
            <textarea
              {...input}
              className="input mono"
              rows={12}
              spellCheck={false}
              value={text}
              onChange={(event) => onText(event.currentTarget.value)}
            />
          )}
        </Field>
        {children}
      </section>
    </form>
  )
}

export const problemText = ({ problem, about }: ImportProblem): string =>
  t(`webhooks.import.problem.${problem}`, { about })
