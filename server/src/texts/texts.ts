import type { Language } from '@eot/contract/languages'
import { health } from './en/health.ts'
import { mails } from './en/mails.ts'
import { notices } from './en/notices.ts'
import { reports } from './en/reports.ts'
import { health as spanishHealth } from './es/health.ts'
import { mails as spanishMails } from './es/mails.ts'
import { notices as spanishNotices } from './es/notices.ts'
import { reports as spanishReports } from './es/reports.ts'

/** The texts that the program itself writes to people. Another language is another object of this shape. */
export type Texts = typeof en

/** `locale` is that of numbers and dates. */
const en = { locale: 'en-US', health, mails, notices, reports }
const es: Texts = {
  locale: 'es-US',
  health: spanishHealth,
  mails: spanishMails,
  notices: spanishNotices,
  reports: spanishReports,
}

const texts: Readonly<Record<Language, Texts>> = { en, es }

/** Returns the texts in a language. */
export const textsIn = (language: Language): Texts => texts[language]
