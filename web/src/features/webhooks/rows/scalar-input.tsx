import type { WebhookParam } from '@eot/contract/webhook-params'
import type { WebhookVariable } from '@eot/contract/webhook-variables'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/select.tsx'
import { TemplateInput } from '../template-input.tsx'

interface ScalarInputProps {
  id: string
  label: string
  row: Pick<WebhookParam, 'type' | 'value' | 'isSet'>
  isSecret: boolean
  placeholder: string
  variables: readonly WebhookVariable[] | undefined
  isWrong: boolean
  onChange: (value: string) => void
}

/** The input for a value that is not an object or array. A secret can be replaced but is never shown. */
export function ScalarInput(props: ScalarInputProps) {
  const { id, label, row, isSecret, placeholder, variables, isWrong, onChange } = props
  const { t } = useTranslation()
  const describing = {
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? `${id}-error` : undefined,
  }
  if (isSecret)
    return (
      <input
        {...describing}
        id={id}
        type="password"
        className="input mono"
        aria-label={label}
        autoComplete="new-password"
        placeholder={row.isSet ? t('webhooks.row.stored') : placeholder}
        value={row.value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (row.type === 'boolean')
    return (
      <Select
        label={label}
        labelHidden
        placeholder={placeholder}
        value={row.value === 'true' || row.value === 'false' ? row.value : null}
        options={(['true', 'false'] as const).map((value) => ({ value, text: value }))}
        onChange={onChange}
      />
    )
  return (
    <TemplateInput
      {...describing}
      id={id}
      aria-label={label}
      placeholder={placeholder}
      value={row.value}
      variables={row.type === 'number' ? variables?.filter(({ Type }) => Type === 'number') : variables}
      maxLength={10_000}
      onChange={onChange}
    />
  )
}
