import { sites } from '@eot/contract/sites'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { ShownOnceDialog } from '../../lib/forms/shown-once-dialog.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { CopyBlock } from '../../ui/copy-block.tsx'
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
  return (
    <ShownOnceDialog
      wide
      title={t('sites.tokens.onceTitle', { name })}
      above={<Banner tone="caution">{t('sites.tokens.once')}</Banner>}
      label={t('sites.tokens.token')}
      secret={token}
      done={t('sites.tokens.done')}
      words={{
        title: t('sites.tokens.leaveTitle'),
        text: t('sites.tokens.leaveText'),
        verb: t('sites.tokens.leave'),
      }}
      onClose={onClose}
    >
      <h3 className="label">{t('sites.tokens.example')}</h3>
      <CopyBlock label={t('sites.tokens.example')} text={bulkCommand(token, location.origin)} />
      <p className="hint">{t('sites.tokens.exampleNote')}</p>
    </ShownOnceDialog>
  )
}
