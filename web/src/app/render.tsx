import '../texts/i18n.ts'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { watchErrors } from '../lib/report-error.ts'
import { App } from './app.tsx'

watchErrors()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
initReactI18next.init(i18next)
createRoot(root).render(<App />)
