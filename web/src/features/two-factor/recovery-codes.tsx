import './two-factor.css'
import { Check as CheckIcon, Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { recoveryFile } from './recovery-text.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** The user's email, for the file. */
  email: string
  onDone: () => void
}

/** Shows the ten codes once. They must be copied, downloaded or printed before the user can continue. */
export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const [kept, setKept] = useState(false)
  const [copied, setCopied] = useState(false)
  const [left, setLeft] = useState(false)

  async function handleCopy() {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }

  function handleDownload() {
    const text = recoveryFile(t('twoFactor.codes.fileTitle', { email }), t('twoFactor.codes.fileNote'), codes)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = t('twoFactor.codes.fileName')
    link.click()
    URL.revokeObjectURL(link.href)
  }

  function handleDone() {
    // Synchronously: leaving the page comes next, and its guard must already know that nothing is lost.
    flushSync(() => setLeft(true))
    onDone()
  }

  return (
    <section className="recovery" aria-label={t('twoFactor.codes.heading')}>
      <p className="muted">{t('twoFactor.codes.lead')}</p>
      <ul className="recovery-codes" aria-label={t('twoFactor.codes.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row wrap no-print">
        {/* Pages not served over HTTPS have no clipboard access. The codes can still be selected. */}
        {'clipboard' in navigator && (
          <Button icon={copied ? CheckIcon : Copy} onClick={() => void handleCopy()} aria-live="polite">
            {t(copied ? 'twoFactor.codes.copied' : 'twoFactor.codes.copy')}
          </Button>
        )}
        <Button icon={Download} onClick={handleDownload}>
          {t('twoFactor.codes.download')}
        </Button>
        <Button icon={Printer} onClick={() => window.print()}>
          {t('twoFactor.codes.print')}
        </Button>
      </div>
      <div className="no-print">
        <Check
          label={t('twoFactor.codes.kept')}
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
      </div>
      <Button variant="primary" className="no-print" disabled={!kept} onClick={handleDone}>
        {t('twoFactor.codes.done')}
      </Button>
      <LeaveGuard
        active={!kept && !left}
        words={{
          title: t('twoFactor.codes.leaveTitle'),
          text: t('twoFactor.codes.leaveText'),
          verb: t('twoFactor.codes.leave'),
        }}
      />
    </section>
  )
}
