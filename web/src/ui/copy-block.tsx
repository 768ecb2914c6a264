import './copy-block.css'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'

/** Lines to be pasted elsewhere, such as a command. */
export function CopyBlock({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)

  async function handleCopy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }

  return (
    <div className="copy-block">
      <pre className="mono">{text}</pre>
      {/* Pages that are not served securely have no clipboard; the lines can still be selected. */}
      {'clipboard' in navigator && (
        <IconButton
          size="sm"
          icon={copied ? Check : Copy}
          label={copied ? t('action.copied') : `${t('action.copy')}: ${label}`}
          onClick={() => void handleCopy()}
        />
      )}
    </div>
  )
}
