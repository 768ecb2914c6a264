import { isSecret, type WebhookParam } from '@eot/contract/webhook-params'
import { useTranslation } from 'react-i18next'
import { t } from '../../../texts/i18n.ts'
import { FieldError } from '../../../ui/field.tsx'
import { isConfig, type RowFieldsProps } from './row-props.ts'
import { ScalarInput } from './scalar-input.tsx'

interface RowValueProps extends RowFieldsProps {
  onRow: (row: WebhookParam) => void
}

/** The value of a row: a text with variables, a choice, a secret, or the number of rows within it. */
export function RowValue({ part, problems, variables, line, onRow }: RowValueProps) {
  const { t } = useTranslation()
  const { row, id, number } = line
  const error = problems.get(`${id}.value`)
  if (row.type === 'object' || row.type === 'array')
    return (
      <div className="field">
        <span className="faint row-count">{countText(line)}</span>
        <FieldError id={`${id}.value`} error={error} />
      </div>
    )
  return (
    <div className="field">
      <ScalarInput
        id={`${id}.value`}
        label={t('webhooks.row.valueOf', { number })}
        row={row}
        isSecret={isSecret(part, row)}
        placeholder={t(isConfig(line) ? 'webhooks.row.byEvent' : 'webhooks.row.valuePlaceholder')}
        variables={variables}
        isWrong={error !== undefined}
        onChange={(value) => onRow({ ...row, value })}
      />
      <FieldError id={`${id}.value`} error={error} />
    </div>
  )
}

function countText(line: RowFieldsProps['line']): string {
  const { row } = line
  if (row.type === 'object') {
    const count = row.children?.length ?? 0
    return isConfig(line) && count === 0 ? t('webhooks.row.byEvent') : t('webhooks.row.fields', { count })
  }
  if (isConfig(line)) return t('webhooks.row.elementType')
  return t('webhooks.row.items', { count: row.items?.length ?? 0 })
}
