import type { ParamPart, RowType, WebhookParams } from '@eot/contract/webhook-params'
import type { WebhookVariable } from '@eot/contract/webhook-variables'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../../lib/forms/use-form.ts'
import { type TabItem, Tabs } from '../../../ui/tabs.tsx'
import { AuthFields } from '../rows/auth-fields.tsx'
import { countConfigRows } from '../rows/examples.ts'
import { GivenFields } from '../rows/given-fields.tsx'
import { countIn, type Problems } from '../rows/problems.ts'
import { RowTree } from '../rows/row-tree.tsx'
import { PasteJson } from './paste-json.tsx'
import { type RequestValues, templateOf } from './request-values.ts'
import type { RequestTab } from './use-shown-problems.ts'

interface RequestTabsProps {
  form: Form<RequestValues>
  tab: RequestTab
  onTab: (tab: RequestTab) => void
  problems: Problems
  variables: readonly WebhookVariable[] | undefined
  /** The values to try in place of those of an event. */
  given: WebhookParams
  onGiven: (given: WebhookParams) => void
  onLeave: (id: string) => void
}

const scalars: readonly RowType[] = ['string', 'number', 'boolean']
const typesOf: Record<Exclude<ParamPart, 'Auth'>, readonly RowType[]> = {
  Body: ['object', 'array', ...scalars],
  UrlVariables: [...scalars, 'array'],
  Headers: scalars,
  Cookies: scalars,
}
const noProblems: Problems = new Map()

/** The parts of a request, one of them shown at a time. */
export function RequestTabs(props: RequestTabsProps) {
  const { form, tab, onTab, problems, variables, given, onGiven, onLeave } = props
  const { t } = useTranslation()
  const { values, set } = form
  const template = templateOf(values)
  const configRows = countConfigRows(template)

  function rowsTab(part: Exclude<ParamPart, 'Auth'>): TabItem<RequestTab> {
    const rows = values[part]
    const errors = countIn(problems, part)
    return {
      value: part,
      text: t(`webhooks.tab.${part}`),
      note: rows.length > 0 && part !== 'Body' ? rows.length : undefined,
      errors,
      errorsText: t('webhooks.editor.wrong', { count: errors }),
      content: (
        <RowTree
          part={part}
          rows={rows}
          types={typesOf[part]}
          problems={problems}
          variables={variables}
          onChange={(next) => set({ [part]: next })}
          onLeave={onLeave}
          emptyText={t(`webhooks.empty.${part}`)}
          actions={
            part === 'Body' &&
            values.ContentType === 'application/json' && <PasteJson onRows={(Body) => set({ Body })} />
          }
        />
      ),
    }
  }

  const [auth] = values.Auth
  const authErrors = countIn(problems, 'Auth')
  return (
    <Tabs<RequestTab>
      label={t('webhooks.editor.parts')}
      value={tab}
      onChange={onTab}
      items={[
        rowsTab('Body'),
        {
          value: 'Params',
          text: t('webhooks.tab.Params'),
          note: configRows || undefined,
          content: (
            <>
              <p className="hint tab-hint">{t('webhooks.given.inRequest')}</p>
              <GivenFields
                request={template}
                given={given}
                problems={noProblems}
                variables={variables}
                onChange={onGiven}
                onLeave={() => undefined}
                emptyText={t('webhooks.given.noneInRequest')}
              />
            </>
          ),
        },
        rowsTab('UrlVariables'),
        rowsTab('Headers'),
        {
          value: 'Auth',
          text: t('webhooks.tab.Auth'),
          note: auth?.value,
          errors: authErrors,
          errorsText: t('webhooks.editor.wrong', { count: authErrors }),
          content: (
            <AuthFields
              rows={values.Auth}
              problems={problems}
              onChange={(Auth) => set({ Auth })}
              onLeave={onLeave}
            />
          ),
        },
        rowsTab('Cookies'),
      ]}
    />
  )
}
