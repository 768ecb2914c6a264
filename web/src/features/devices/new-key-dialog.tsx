import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface NewKeyDialogProps {
  title: string
  deviceKey: string
  onClose: () => void
  children?: ReactNode
}

/** Shows the key of a device, which cannot be shown again. */
export function NewKeyDialog({ title, deviceKey, onClose, children }: NewKeyDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <div className="stack dialog-form">
        <Banner tone="caution">{t('devices.connect.once')}</Banner>
        <CopyField label={t('devices.connect.key')} value={deviceKey} />
        {children}
      </div>
    </Dialog>
  )
}
