import './row-tree.css'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { RowFields } from './row-fields.tsx'
import type { RowTreeProps } from './row-props.ts'
import { addRow, emptyRow, linesOf, type RowPath } from './rows.ts'

/** The rows of a part as a tree: key, who fills it in, type and value of each. */
export function RowTree(props: RowTreeProps) {
  const { part, rows, problems, onChange, emptyText, actions } = props
  const { t } = useTranslation()
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const lines = linesOf(part, rows, collapsed)

  function add(parent: RowPath, inConfig: boolean) {
    flushSync(() => onChange(addRow(rows, parent, emptyRow(inConfig ? 'config' : 'specified'))))
    // The new row is the last one of its list.
    const line = linesOf(part, addRow(rows, parent, emptyRow())).findLast(
      ({ path }) => path.length === parent.length + (parent.length === 0 ? 1 : 2) && isBelow(path, parent),
    )
    if (line) document.getElementById(`${line.id}.${line.isElement ? 'value' : 'key'}`)?.focus()
  }

  function toggle(id: string) {
    const next = new Set(collapsed)
    if (!next.delete(id)) next.add(id)
    setCollapsed(next)
  }

  return (
    <div className="row-tree">
      <FieldError id={part} error={problems.get(part)} />
      {lines.length > 0 ? (
        <div className="row-heads" aria-hidden="true">
          <span>{t('webhooks.row.key')}</span>
          <span>{t('webhooks.row.paramType')}</span>
          <span>{t('webhooks.row.type')}</span>
          <span>{t('webhooks.row.value')}</span>
        </div>
      ) : (
        <p className="muted none">{emptyText}</p>
      )}
      {lines.map((line) => (
        <RowFields
          key={line.id}
          {...props}
          line={line}
          isCollapsed={collapsed.has(line.id)}
          onToggle={() => toggle(line.id)}
          onAdd={() => add(line.path, line.isInConfig || line.row.paramType === 'config')}
        />
      ))}
      <div className="row wrap">
        <Button size="sm" icon={Plus} onClick={() => add([], false)}>
          {t('webhooks.row.add')}
        </Button>
        {actions}
      </div>
    </div>
  )
}

const isBelow = (path: RowPath, parent: RowPath) => parent.every((step, at) => path[at] === step)
