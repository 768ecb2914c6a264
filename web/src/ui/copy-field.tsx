import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** A value to carry elsewhere, such as a key that is shown once. */
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
  const [copied, setCopied] = useState(false)

  async function handleCopy() {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    onCopied?.()
    setTimeout(() => setCopied(false), 2000)
  }

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
        {/* Pages that are not served securely have no clipboard; the value can still be selected. */}
        {'clipboard' in navigator && (
          <Button icon={copied ? Check : Copy} onClick={() => void handleCopy()} aria-live="polite">
            {copied ? t('action.copied') : t('action.copy')}
          </Button>
        )}
      </div>
    </div>
  )
}
