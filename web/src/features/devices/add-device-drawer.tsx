import './add-device.css'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../../lib/forms/leave-guard.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { type ConnectMethod, ConnectStep } from './connect-step.tsx'
import { type CreatedDevice, DeviceForm, useDeviceForm } from './device-form.tsx'
import { Waiting } from './first-reading-step.tsx'
import { Received } from './received-step.tsx'
import { useFirstReading } from './use-first-reading.ts'

interface AddDeviceDrawerProps {
  siteId: string
  models: readonly string[]
  onClose: () => void
}

interface Added {
  device: CreatedDevice
  /** By the clock of this computer, in epoch ms. */
  atMs: number
}

/** Three steps: the form, the connection details with the key, and the first reading. */
export function AddDeviceDrawer({ siteId, models, onClose }: AddDeviceDrawerProps) {
  const [added, setAdded] = useState<Added | null>(null)
  const common = { siteId, onClose, returnFocus: useOpener() }
  if (!added) {
    const handleCreated = (device: CreatedDevice) => setAdded({ device, atMs: Date.now() })
    return <NewDevice {...common} models={models} onCreated={handleCreated} />
  }
  return <NewConnection {...common} added={added} onAnother={() => setAdded(null)} />
}

interface StepProps {
  siteId: string
  onClose: () => void
  returnFocus: () => HTMLElement | null
}

interface NewDeviceProps extends StepProps {
  models: readonly string[]
  onCreated: (device: CreatedDevice) => void
}

function NewDevice({ siteId, models, onCreated, onClose, returnFocus }: NewDeviceProps) {
  const { t } = useTranslation()
  const formId = useId()
  const form = useDeviceForm(siteId, onCreated)
  return (
    <Frame
      step={0}
      onClose={onClose}
      returnFocus={returnFocus}
      footer={
        <>
          <Button variant="primary" type="submit" form={formId} disabled={form.busy}>
            {t(form.busy ? 'devices.form.saving' : 'devices.form.save')}
          </Button>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
        </>
      }
    >
      <DeviceForm id={formId} form={form} siteId={siteId} models={models} />
      <LeaveGuard part="add" active={form.dirty} />
    </Frame>
  )
}

interface NewConnectionProps extends StepProps {
  added: Added
  onAnother: () => void
}

function NewConnection(props: NewConnectionProps) {
  const { device, atMs } = props.added
  const { siteId, onAnother, onClose, returnFocus } = props
  const { t } = useTranslation()
  const [method, setMethod] = useState<ConnectMethod>('mqtt')
  const [step, setStep] = useState<1 | 2>(1)
  const [copied, setCopied] = useState(false)
  const first = useFirstReading(device, device.Site?.Id ?? siteId)
  const received = first.seenMs !== null
  const [hasAdvanced, setHasAdvanced] = useState(false)
  // A device that already reports has its key, so continue with its values.
  if (received && !hasAdvanced) {
    setHasAdvanced(true)
    setStep(2)
  }
  const keyLost = {
    title: t('devices.connect.leaveTitle'),
    text: t('devices.connect.leaveText'),
    verb: t('devices.connect.leave'),
  }
  const footer =
    step === 1 ? (
      <Button variant="primary" onClick={() => setStep(2)}>
        {t('devices.connect.done')}
      </Button>
    ) : (
      <>
        <Button {...(received && { variant: 'primary' })} onClick={onClose}>
          {t(received ? 'devices.first.done' : 'action.close')}
        </Button>
        {received && <Button onClick={onAnother}>{t('devices.first.another')}</Button>}
        <span className="spacer" />
        <Button variant="ghost" onClick={() => setStep(1)}>
          {t('devices.first.back')}
        </Button>
      </>
    )
  return (
    <Frame
      step={step}
      onClose={onClose}
      returnFocus={returnFocus}
      footer={footer}
      subject={`${device.Id} ${received}`}
    >
      {step === 1 ? (
        <ConnectStep
          device={device}
          method={method}
          onMethod={setMethod}
          onKeyCopied={() => setCopied(true)}
        />
      ) : received ? (
        <Received device={device} addedMs={atMs} first={first} />
      ) : (
        <Waiting device={device} addedMs={atMs} method={method} first={first} />
      )}
      <LeaveGuard part="add" active={!copied && !received} words={keyLost} />
    </Frame>
  )
}

interface FrameProps extends Pick<StepProps, 'onClose' | 'returnFocus'> {
  step: number
  subject?: string
  footer: ReactNode
  children: ReactNode
}

function Frame({ step, subject = 'new', footer, onClose, returnFocus, children }: FrameProps) {
  const { t } = useTranslation()
  const title = useRef<HTMLHeadingElement>(null)
  // The button that opened this step is gone; the form focuses its first field itself.
  useEffect(() => {
    if (step > 0) title.current?.focus()
  }, [step])
  const steps = [t('devices.step.device'), t('devices.step.connect'), t('devices.step.reading')]
  return (
    <SideDrawer
      label={t('devices.form.title')}
      subject={`${subject} ${step}`}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      <header className="stepped">
        <h2 ref={title} tabIndex={-1}>
          {t('devices.form.title')}
        </h2>
        <IconButton icon={X} label={t('action.close')} onClick={onClose} />
        <Stepper label={t('devices.step.label')} steps={steps} current={step} />
      </header>
      {children}
      <footer>{footer}</footer>
    </SideDrawer>
  )
}
