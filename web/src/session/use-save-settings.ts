import { useTranslation } from 'react-i18next'
import { failureText } from '../lib/api/failure-text.ts'
import { showToast } from '../ui/toast.ts'
import { saveSettings } from './save-settings.ts'

/** Saves settings from a control, and shows a message if that fails. */
export function useSaveSettings(): typeof saveSettings {
  const { t } = useTranslation()
  return async (change) => {
    try {
      await saveSettings(change)
    } catch (error) {
      showToast(t('shell.settingNotSaved', { reason: failureText(error) }), { urgent: true })
    }
  }
}
