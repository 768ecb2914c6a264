import { useTranslation } from 'react-i18next'
import { useSaveSettings } from '../../session/use-save-settings.ts'
import { useSession } from '../../session/use-session.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'

/** Turns shortcuts of a single character off, which speech input may trigger by accident (WCAG 2.1.4). */
export function KeyboardSettings() {
  const { t } = useTranslation()
  const { singleKeys } = useSession()
  const save = useSaveSettings()
  return (
    <section className="card" aria-label={t('account.keyboard.title')}>
      <header>
        <h2>{t('account.keyboard.title')}</h2>
      </header>
      <div className="body">
        <SwitchRow
          label={t('account.keyboard.singleKeys')}
          hint={t('account.keyboard.hint')}
          checked={singleKeys}
          onChange={(on) => void save({ SingleKeys: on ? undefined : 'Off' })}
        />
      </div>
    </section>
  )
}
