import { twoFactor } from '@eot/contract/two-factor'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callForTokens } from '../../lib/api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type GivenProof, ProofForm } from './proof-form.tsx'

interface DialogProps<T> {
  open: boolean
  onClose: () => void
  onDone: (answer: T) => void
}

/** Turns off the second factor. The session continues with new tokens. */
export function TurnOffDialog({ open, onClose, onDone }: DialogProps<void>) {
  const { t } = useTranslation()
  return (
    <ProofDialog
      open={open}
      onClose={onClose}
      title={t('twoFactor.turnOffTitle')}
      text={t('twoFactor.turnOffText')}
      verb={t('twoFactor.turnOff')}
      danger
      send={async (proof) => {
        await callForTokens(twoFactor.disable, { body: proof }, (tokens) => tokens)
      }}
      onSent={onDone}
    />
  )
}

export function NewCodesDialog({ open, onClose, onDone }: DialogProps<string[]>) {
  const { t } = useTranslation()
  return (
    <ProofDialog
      open={open}
      onClose={onClose}
      title={t('twoFactor.newCodesTitle')}
      text={t('twoFactor.newCodesText')}
      verb={t('twoFactor.make')}
      send={async (proof) => (await call(twoFactor.renewRecoveryCodes, { body: proof })).RecoveryCodes}
      onSent={onDone}
    />
  )
}

interface ProofDialogProps<T> {
  open: boolean
  onClose: () => void
  title: string
  text: ReactNode
  verb: string
  danger?: boolean
  send: (proof: GivenProof) => Promise<T>
  onSent: (answer: T) => void
}

function ProofDialog<T>(props: ProofDialogProps<T>) {
  const { open, onClose, title, text, verb, danger, send, onSent } = props
  const { t } = useTranslation()
  const formId = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      text={text}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            className={danger ? 'filled' : ''}
            disabled={busy}
          >
            {verb}
          </Button>
        </>
      }
    >
      <ProofForm id={formId} hasCode send={send} onSent={onSent} onBusy={setBusy} />
    </Dialog>
  )
}
