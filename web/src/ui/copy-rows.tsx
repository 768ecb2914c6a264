import './copy-rows.css'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { useCopied } from './use-copied.ts'

interface CopyRow {
  name: string
  value: string
  onCopied?: () => void
}

/** Values to copy one by one, such as the fields of a form in another program. */
export function CopyRows({ label, rows }: { label: string; rows: readonly CopyRow[] }) {
  return (
    <dl className="copy-rows" aria-label={label}>
      {rows.map((row) => (
        <Row key={row.name} {...row} />
      ))}
    </dl>
  )
}

function Row({ name, value, onCopied }: CopyRow) {
  const { t } = useTranslation()
  const { copied, copy } = useCopied(value, { onCopied })
  return (
    <div className="copy-row">
      <dt>{name}</dt>
      <dd className="mono" onCopy={onCopied}>
        {value}
      </dd>
      {copy && (
        <dd>
          <IconButton
            size="sm"
            icon={copied ? Check : Copy}
            label={copied ? t('action.copied') : `${t('action.copy')}: ${name}`}
            onClick={() => void copy()}
          />
        </dd>
      )}
    </div>
  )
}
