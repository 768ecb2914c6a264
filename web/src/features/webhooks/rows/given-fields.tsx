import { isAuthSecret } from '@eot/contract/webhook-auth'
import { isSecret, type ParamParts, rowTypes, type WebhookParams } from '@eot/contract/webhook-params'
import type { WebhookVariable } from '@eot/contract/webhook-variables'
import { Plus, Trash2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { addGiven, type GivenLine, givenLines, hasRows, setGiven } from './given-rows.ts'
import type { Problems } from './problems.ts'
import { removeRow, withType } from './rows.ts'
import { ScalarInput } from './scalar-input.tsx'

export interface GivenFieldsProps {
  /** The rows of the request. */
  request: ParamParts
  given: WebhookParams
  problems: Problems
  variables: readonly WebhookVariable[] | undefined
  onChange: (given: WebhookParams) => void
  onLeave: (id: string) => void
  emptyText: string
}

/** The fields for the values that an event fills into the config rows of its request. */
export function GivenFields(props: GivenFieldsProps) {
  const { request, given, emptyText } = props
  const { t } = useTranslation()
  if (!hasRows(given)) return <p className="muted none given-none">{emptyText}</p>
  const lines = givenLines(request, given)
  return (
    <div className="row-tree given">
      {lines.map((line, index) => (
        <div key={line.id} className="given-line">
          {lines[index - 1]?.part !== line.part && <h3>{t(`webhooks.part.${line.part}`)}</h3>}
          <Line {...props} line={line} />
        </div>
      ))}
      <AuthLines {...props} />
    </div>
  )
}

function Line({ line, ...props }: GivenFieldsProps & { line: GivenLine }) {
  const { request, given, problems, variables, onChange, onLeave } = props
  const { t } = useTranslation()
  const { row, part, path, id, name, number, depth, isFixed, isOwn, isOpen, isElement } = line
  const set = (rows: WebhookParams[typeof part]) => onChange({ ...given, [part]: rows })
  const isList = row.type === 'object' || row.type === 'array'
  const label = t('webhooks.given.valueOf', { key: name || number })
  const error = problems.get(`${id}.value`)
  if (row.type === 'authorization') return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it are the controls
    <div className="given-fields" style={{ '--d': depth } as CSSProperties} onBlur={() => onLeave(id)}>
      {isOwn && !isElement ? (
        <div className="field given-key">
          <input
            id={`${id}.key`}
            className="input mono"
            aria-label={t('webhooks.row.keyOf', { number })}
            placeholder={t('webhooks.row.keyPlaceholder')}
            value={row.key}
            aria-invalid={problems.has(`${id}.key`)}
            onChange={(event) => set(setGiven(given[part], path, { key: event.currentTarget.value }))}
          />
          <FieldError id={`${id}.key`} error={problems.get(`${id}.key`)} />
        </div>
      ) : (
        <span className="mono given-key">{name}</span>
      )}
      {isOwn && !isElement ? (
        <Select
          label={t('webhooks.row.typeOf', { number })}
          labelHidden
          value={row.type || null}
          options={rowTypes
            .filter((type) => type !== 'authorization')
            .map((value) => ({ value, text: value }))}
          onChange={(type) => set(setGiven(given[part], path, withType(row, type)))}
        />
      ) : (
        <span className="faint given-type">{row.type}</span>
      )}
      <div className="field">
        {isFixed ? null : isList ? (
          isOpen && (
            <Button
              size="sm"
              icon={Plus}
              aria-label={t('webhooks.given.addTo', { key: name })}
              onClick={() => set(addGiven(request[part], given[part], path))}
            >
              {t(row.type === 'array' ? 'webhooks.given.addElement' : 'webhooks.given.addField')}
            </Button>
          )
        ) : (
          <ScalarInput
            id={`${id}.value`}
            label={label}
            row={row}
            isSecret={isSecret(part, row)}
            placeholder={t('webhooks.row.valuePlaceholder')}
            variables={variables}
            isWrong={error !== undefined}
            onChange={(value) => set(setGiven(given[part], path, { value }))}
          />
        )}
        <FieldError id={`${id}.value`} error={error} />
      </div>
      {isOwn ? (
        <IconButton
          icon={Trash2}
          size="sm"
          label={t('webhooks.row.remove', { number })}
          onClick={() => set(removeRow(given[part], path))}
        />
      ) : (
        <span />
      )}
    </div>
  )
}

/** The parts of an authorization that an event fills in. */
function AuthLines({ given, problems, onChange, onLeave }: GivenFieldsProps) {
  const { t } = useTranslation()
  const [row] = given.Auth
  return row?.auth?.map((part, at) => {
    const id = `Auth.0.auth.${at}`
    const error = problems.get(`${id}.value`)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it are the controls
      <div
        key={part.key}
        className="given-fields"
        style={{ '--d': 0 } as CSSProperties}
        onBlur={() => onLeave(id)}
      >
        <span className="mono given-key">{part.key}</span>
        <span className="faint given-type">{row.value}</span>
        <div className="field">
          <ScalarInput
            id={`${id}.value`}
            label={t('webhooks.given.valueOf', { key: part.key })}
            row={part}
            isSecret={isAuthSecret(row.value, part.key)}
            placeholder={t('webhooks.row.valuePlaceholder')}
            variables={undefined}
            isWrong={error !== undefined}
            onChange={(value) =>
              onChange({ ...given, Auth: setGiven(given.Auth, [0, 'auth', at], { value }) })
            }
          />
          <FieldError id={`${id}.value`} error={error} />
        </div>
        <span />
      </div>
    )
  })
}
