import { paramTypes } from '@eot/contract/webhook-params'
import { ChevronDown, ChevronRight, Plus, Trash2 } from 'lucide-react'
import type { CSSProperties, FocusEvent, KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { RowMenu } from './row-menu.tsx'
import { isConfig, type RowFieldsProps } from './row-props.ts'
import { RowValue } from './row-value.tsx'
import { changeRow, listOf, moveRow, removeRow, withParamType, withType } from './rows.ts'

/** The inputs and buttons of a row, in display order. */
const controlsIn = (fields: Element | null | undefined) => [
  ...(fields?.querySelectorAll<HTMLElement>('input, button') ?? []),
]

/** The fields of a row. Alt and an arrow key move it. */
export function RowFields(props: RowFieldsProps) {
  const { rows, types, problems, onChange, onLeave, line, isCollapsed, onToggle, onAdd } = props
  const { t } = useTranslation()
  const { row, path, id, name, number, depth, isElement, isInConfig, isLast } = line
  const isList = row.type === 'object' || row.type === 'array'
  // The elements of an array that each event fills in have one type, so one row defines it.
  const takesRows = isList && !(row.type === 'array' && isConfig(line) && (row.items?.length ?? 0) > 0)
  const change = (next: typeof row) => onChange(changeRow(rows, path, () => next))

  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onLeave(id)
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    const index = Number(path.at(-1))
    if (by < 0 ? index === 0 : isLast) return
    // Its fields are rendered anew at the other place, so the focus follows them.
    const at = controlsIn(event.currentTarget).findIndex((one) => one.contains(document.activeElement))
    flushSync(() => onChange(moveRow(rows, path, by)))
    const moved = document.getElementById(`${id.replace(/\d+$/, String(index + by))}.key`)
    controlsIn(moved?.closest('.row-fields'))[at]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it are the controls
    <div className="row-fields" style={{ '--d': depth } as CSSProperties} onBlur={leave} onKeyDown={move}>
      <div className="row-key">
        {isList && listOf(row) ? (
          <IconButton
            icon={isCollapsed ? ChevronRight : ChevronDown}
            size="sm"
            label={t(isCollapsed ? 'webhooks.row.expand' : 'webhooks.row.collapse', { number })}
            aria-expanded={!isCollapsed}
            onClick={onToggle}
          />
        ) : (
          <span />
        )}
        <div className="field">
          <input
            id={`${id}.key`}
            className="input mono"
            aria-label={t('webhooks.row.keyOf', { number })}
            placeholder={t('webhooks.row.keyPlaceholder')}
            value={name}
            disabled={isElement}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problems.has(`${id}.key`)}
            aria-describedby={problems.has(`${id}.key`) ? `${id}.key-error` : undefined}
            onChange={(event) => change({ ...row, key: event.currentTarget.value })}
          />
          <FieldError id={`${id}.key`} error={problems.get(`${id}.key`)} />
        </div>
      </div>
      <Select
        label={t('webhooks.row.paramTypeOf', { number })}
        labelHidden
        placeholder={t('webhooks.row.choose')}
        value={row.paramType || null}
        disabled={isInConfig}
        options={paramTypes.map((value) => ({ value, text: value }))}
        error={problems.get(`${id}.paramType`)}
        onChange={(paramType) => change(withParamType(row, paramType))}
      />
      <Select
        label={t('webhooks.row.typeOf', { number })}
        labelHidden
        placeholder={t('webhooks.row.choose')}
        value={row.type || null}
        options={types.map((value) => ({ value, text: value }))}
        error={problems.get(`${id}.type`)}
        onChange={(type) => change(withType(row, type))}
      />
      <RowValue {...props} onRow={change} />
      <div className="row-acts">
        {takesRows && (
          <IconButton icon={Plus} size="sm" label={t('webhooks.row.addWithin', { number })} onClick={onAdd} />
        )}
        <RowMenu {...props} onRow={change} />
        <IconButton
          icon={Trash2}
          size="sm"
          label={t('webhooks.row.remove', { number })}
          onClick={() => onChange(removeRow(rows, path))}
        />
      </div>
    </div>
  )
}
