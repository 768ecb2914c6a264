import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ShownOnceDialog } from '../../lib/forms/shown-once-dialog.tsx'
import { Banner } from '../../ui/banner.tsx'

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
    <ShownOnceDialog
      title={title}
      above={<Banner tone="caution">{t('devices.connect.once')}</Banner>}
      label={t('devices.connect.key')}
      secret={deviceKey}
      done={t('action.close')}
      words={{
        title: t('devices.connect.leaveTitle'),
        text: t('devices.connect.leaveText'),
        verb: t('devices.connect.leave'),
      }}
      onClose={onClose}
    >
      {children}
    </ShownOnceDialog>
  )
}
