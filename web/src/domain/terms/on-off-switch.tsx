import { useTranslation } from 'react-i18next'

interface OnOffSwitchProps {
  name: string
  isOn: boolean
  /** Switches to the other state. */
  change: { isPending: boolean; mutate: () => void }
}

/** Turns a subscription or a webhook event on or off immediately. */
export function OnOffSwitch({ name, isOn, change }: OnOffSwitchProps) {
  const { t } = useTranslation()
  const shown = change.isPending ? !isOn : isOn
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      checked={shown}
      aria-checked={shown}
      aria-label={t('subscriptions.isOn', { name })}
      disabled={change.isPending}
      onChange={() => change.mutate()}
    />
  )
}
