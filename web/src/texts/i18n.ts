import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
    returnNull: false
  }
}

void i18next.use(initReactI18next).init({
  initAsync: false, // the texts are bundled, so i18next is ready before the first render
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false }, // React escapes
  returnNull: false,
})

/** For code outside components. Components use `useTranslation`, which re-renders on a language change. */
export const t = i18next.t.bind(i18next)
