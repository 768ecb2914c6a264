import './copy-block.css'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import { useCopied } from './use-copied.ts'

/** Lines to paste elsewhere, such as a command. */
export function CopyBlock({ label, text, onCopied }: { label: string; text: string; onCopied?: () => void }) {
  const { t } = useTranslation()
  const { copied, copy } = useCopied(text, { onCopied })
  return (
    <div className="copy-block">
      <pre className="mono" onCopy={onCopied}>
        {text}
      </pre>
      {copy && (
        <IconButton
          size="sm"
          icon={copied ? Check : Copy}
          label={copied ? t('action.copied') : `${t('action.copy')}: ${label}`}
          onClick={() => void copy()}
        />
      )}
    </div>
  )
}
