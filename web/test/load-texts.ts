import { loadLaterTexts } from '../src/texts/i18n.ts'

await loadLaterTexts()
