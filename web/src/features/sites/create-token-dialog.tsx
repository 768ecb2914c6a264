import { sites } from '@eot/contract/sites'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { bulkCommand } from './bulk-command.ts'

interface CreateTokenDialogProps {
  siteId: string
  onCreated: () => void
  onClose: () => void
}

/** Asks for a name, then shows the token. It cannot be shown again. */
export function CreateTokenDialog({ siteId, onCreated, onClose }: CreateTokenDialogProps) {
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  const handleMade = (name: string, token: string) => {
    setMade({ name, token })
    onCreated()
  }
  if (made) return <MadeToken {...made} onClose={onClose} />
  return <NameToken siteId={siteId} onMade={handleMade} onClose={onClose} />
}

interface NameTokenProps {
  siteId: string
  onMade: (name: string, token: string) => void
  onClose: () => void
}

function NameToken({ siteId, onMade, onClose }: NameTokenProps) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { Name: t('sites.tokens.defaultName') as string },
    check: ({ Name }) => (Name.trim() === '' ? { Name: t('sites.tokens.nameMissing') } : {}),
    send: async ({ Name }) => {
      const { Token } = await call(sites.createGatewayToken, { params: { id: siteId }, body: { Name } })
      return { Name: Name.trim(), Token }
    },
    onSent: ({ Name, Token }) => onMade(Name, Token),
  })
  return (
    <FormDialog
      title={t('sites.tokens.create')}
      form={form}
      save={t('sites.tokens.create')}
      saving={t('sites.tokens.create')}
      onClose={onClose}
    >
      <FormText
        form={form}
        name="Name"
        label={t('sites.tokens.name')}
        hint={t('sites.tokens.nameHint')}
        maxLength={120}
        autoComplete="off"
      />
    </FormDialog>
  )
}

function MadeToken({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const close = () => (copied ? onClose() : setLeaving(true))
  const leave = {
    title: t('sites.tokens.leaveTitle'),
    text: t('sites.tokens.leaveText'),
    verb: t('sites.tokens.leave'),
  }
  return (
    <Dialog
      wide
      open
      onClose={close}
      title={t('sites.tokens.onceTitle', { name })}
      actions={
        <Button variant="primary" onClick={close}>
          {t('sites.tokens.done')}
        </Button>
      }
    >
      <div className="dialog-form stack">
        <Banner tone="caution">{t('sites.tokens.once')}</Banner>
        <CopyField label={t('sites.tokens.token')} value={token} onCopied={() => setCopied(true)} />
        <h3 className="label">{t('sites.tokens.example')}</h3>
        <CopyBlock label={t('sites.tokens.example')} text={bulkCommand(token, location.origin)} />
        <p className="hint">{t('sites.tokens.exampleNote')}</p>
      </div>
      <LeaveGuard active={!copied} words={leave} />
      <ConfirmDialog {...leave} open={leaving} onClose={() => setLeaving(false)} onConfirm={onClose} />
    </Dialog>
  )
}
