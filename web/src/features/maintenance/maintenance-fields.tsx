import { maintenanceReasonLength } from '@eot/contract/maintenance'
import { BellOff, Check as CheckIcon, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormText } from '../../lib/forms/form-text.tsx'
import type { Form } from '../../lib/forms/use-form.ts'
import { Check } from '../../ui/check.tsx'

export interface MaintenanceValues {
  /** `Site:`, `Group:` or `Device:` and an id; fixed once the window exists. */
  Where: string
  /** Local times, as in inputs of type datetime-local. Empty: now. */
  StartAt: string
  EndAt: string
  Reason: string
  TellsUrgent: boolean
}

interface MaintenanceFieldsProps {
  form: Form<MaintenanceValues>
  zone: string
  /** Whether the window has begun, so that its start stays. */
  hasBegun: boolean
}

/** The fields for when and why, with an explanation of the effect. */
export function MaintenanceFields({ form, zone, hasBegun }: MaintenanceFieldsProps) {
  const { t } = useTranslation()
  const { TellsUrgent } = form.values
  return (
    <>
      <div className="pair">
        <FormText
          form={form}
          name="StartAt"
          type="datetime-local"
          label={t('maintenance.from')}
          disabled={hasBegun}
          hint={hasBegun ? undefined : t('maintenance.fromHint')}
        />
        <FormText form={form} name="EndAt" type="datetime-local" label={t('maintenance.until')} />
      </div>
      <p className="hint">{t('maintenance.zoneHint', { zone })}</p>
      <FormText
        form={form}
        name="Reason"
        label={t('maintenance.reasonField')}
        maxLength={maintenanceReasonLength}
        autoComplete="off"
      />
      <Check
        label={t('maintenance.tellsUrgent')}
        checked={TellsUrgent}
        onChange={(event) => form.set({ TellsUrgent: event.currentTarget.checked })}
      />
      <div>
        <h3>{t('maintenance.effects.title')}</h3>
        <ul className="maintenance-effects">
          <Effect icon={CheckIcon} name="readings" then="always" />
          <Effect icon={CheckIcon} name="alerts" then="always" />
          <Effect icon={CheckIcon} name="bell" then="always" />
          <Effect icon={BellOff} name="messages" then="not" />
          <Effect icon={BellOff} name="reminders" then="not" />
          <Effect icon={TellsUrgent ? Send : BellOff} name="urgent" then={TellsUrgent ? 'sent' : 'not'} />
          <Effect icon={Send} name="open" then="atEnd" />
        </ul>
      </div>
    </>
  )
}

interface EffectProps {
  icon: typeof Send
  name: 'readings' | 'alerts' | 'bell' | 'messages' | 'reminders' | 'urgent' | 'open'
  then: 'always' | 'not' | 'sent' | 'atEnd'
}

function Effect({ icon: Icon, name, then }: EffectProps) {
  const { t } = useTranslation()
  return (
    <li>
      <Icon className="icon icon-sm" aria-hidden="true" />
      <span>{t(`maintenance.effects.${name}`)}</span>
      <span>{t(`maintenance.effects.${then}`)}</span>
    </li>
  )
}
