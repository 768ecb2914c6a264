import {
  type AuthScheme,
  authFieldsOf,
  authSchemeNames,
  emptyAuth,
  isAuthScheme,
} from '@eot/contract/webhook-auth'
import { paramTypes, type WebhookParam } from '@eot/contract/webhook-params'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Problems } from './problems.ts'
import { withParamType } from './rows.ts'

interface AuthFieldsProps {
  rows: readonly WebhookParam[]
  problems: Problems
  onChange: (rows: WebhookParam[]) => void
  onLeave: (id: string) => void
}

/** How requests are authorized: the scheme, and its values. Secrets can be replaced but are never shown. */
export function AuthFields({ rows, problems, onChange, onLeave }: AuthFieldsProps) {
  const { t } = useTranslation()
  const [row] = rows
  const scheme: AuthScheme | 'None' = row && isAuthScheme(row.value) ? row.value : 'None'
  const isConfig = row?.paramType === 'config'
  return (
    <div className="auth-fields">
      <Select
        label={t('webhooks.auth.scheme')}
        value={scheme}
        options={(['None', ...authSchemeNames] as const).map((value) => ({
          value,
          text: t(`webhooks.auth.name.${value}`),
        }))}
        onChange={(next) => onChange(next === 'None' ? [] : [emptyAuth(next)])}
      />
      {row && scheme !== 'None' && (
        <>
          <Select
            label={t('webhooks.row.paramType')}
            value={row.paramType || null}
            options={paramTypes.map((value) => ({ value, text: t(`webhooks.auth.by.${value}`) }))}
            onChange={(paramType) => onChange([withParamType(row, paramType)])}
          />
          <Parts row={row} scheme={scheme} problems={problems} onChange={onChange} onLeave={onLeave} />
        </>
      )}
      <p className="hint">{t(isConfig ? 'webhooks.auth.configHint' : `webhooks.auth.hint.${scheme}`)}</p>
    </div>
  )
}

type PartsProps = Omit<AuthFieldsProps, 'rows'> & { row: WebhookParam; scheme: AuthScheme }

function Parts({ row, scheme, problems, onChange, onLeave }: PartsProps) {
  const { t } = useTranslation()
  const auth = row.auth ?? []

  function set(key: string, value: string, isOptional: boolean) {
    const others = auth.filter((part) => part.key !== key)
    const before = auth.find((part) => part.key === key)
    const part: WebhookParam = { key, paramType: row.paramType, type: 'string', ...before, value }
    if (isOptional && value === '') return onChange([{ ...row, auth: others }])
    const next = before ? auth.map((one) => (one === before ? part : one)) : [...auth, part]
    onChange([{ ...row, auth: next }])
  }

  return authFieldsOf(scheme).map(({ key, isSecret, isOptional = false }) => {
    const at = auth.findIndex((part) => part.key === key)
    const part = auth[at]
    const id = `Auth.0.auth.${at}`
    return (
      <TextField
        key={key}
        mono
        label={t(`webhooks.auth.field.${key as AuthKey}`)}
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={false}
        placeholder={
          part?.isSet && isSecret
            ? t('webhooks.row.stored')
            : isOptional
              ? t('webhooks.auth.optional')
              : row.paramType === 'config'
                ? t('webhooks.row.byEvent')
                : ''
        }
        value={part?.value ?? ''}
        error={
          problems.get(`${id}.value`) ?? (at < 0 && !isOptional ? problems.get('Auth.0.value') : undefined)
        }
        onBlur={() => onLeave(id)}
        onChange={(event) => set(key, event.currentTarget.value, isOptional)}
      />
    )
  })
}

type AuthKey =
  | 'username'
  | 'password'
  | 'token'
  | 'name'
  | 'value'
  | 'tokenUrl'
  | 'clientId'
  | 'clientSecret'
  | 'scope'
  | 'audience'
