import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { reportError, watchErrors } from '../lib/report-error.ts'
import { showLanguage } from '../texts/i18n.ts'
import { languageAtStart } from '../texts/language.ts'
import { App } from './app.tsx'

watchErrors()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
initReactI18next.init(i18next)
const shown = createRoot(root)
void showStartLanguage().then(() => shown.render(<App />))

/** If the texts cannot be loaded, the portal is shown in English rather than not at all. */
async function showStartLanguage() {
  try {
    await showLanguage(languageAtStart())
  } catch (error) {
    reportError('Uncaught', error)
  }
}
