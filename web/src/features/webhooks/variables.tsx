import type { VariableValues, WebhookVariable } from '@eot/contract/webhook-variables'
import { webhookRequests } from '@eot/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { insertVariable } from './template-input.tsx'

/** The variables with their sample values at a site. */
export function useVariables(SiteId: string): readonly WebhookVariable[] | undefined {
  return useQuery(queryOf(webhookRequests.variables, { query: { SiteId } })).data
}

export const samplesOf = (variables: readonly WebhookVariable[]): VariableValues =>
  Object.fromEntries(variables.map(({ Name, Sample }) => [Name, Sample])) as VariableValues // the server lists every variable

/** Lists every variable, to be inserted into the field last typed in, or dragged into a value. */
export function VariableList({ variables }: { variables: readonly WebhookVariable[] | undefined }) {
  const { t } = useTranslation()
  return (
    <section className="card" aria-label={t('webhooks.variables.title')}>
      <header>
        <h2>{t('webhooks.variables.title')}</h2>
        <span className="note">{t('webhooks.variables.hint')}</span>
      </header>
      <ul className="vars">
        {variables?.map(({ Name, Description, Sample }) => (
          <li key={Name}>
            <button
              type="button"
              className="var"
              draggable
              title={t('webhooks.variables.about', { about: Description, sample: String(Sample ?? '') })}
              onDragStart={(event) => event.dataTransfer.setData('text/plain', `{{${Name}}}`)}
              onClick={() => insertVariable(Name)}
            >
              {Name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
