import { Check, Copy } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { useCopied } from './use-copied.ts'

/** A value to copy, such as a key that is shown once. */
export function CopyField({
  label,
  value,
  onCopied,
}: {
  label: string
  value: string
  onCopied?: () => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const { copied, copy } = useCopied(value, { onCopied })
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input
          id={id}
          className="input mono"
          readOnly
          value={value}
          onCopy={onCopied}
          onFocus={(event) => event.currentTarget.select()}
        />
        {copy && (
          <Button icon={copied ? Check : Copy} onClick={() => void copy()} aria-live="polite">
            {copied ? t('action.copied') : t('action.copy')}
          </Button>
        )}
      </div>
    </div>
  )
}
