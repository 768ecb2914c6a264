import { setClock } from '../src/texts/date-format.ts'
import { loadLaterTexts } from '../src/texts/i18n.ts'
import { setShownLanguage } from '../src/texts/language.ts'

await loadLaterTexts()
// Test files share their modules, so an earlier file may have changed these.
setClock(undefined)
setShownLanguage('en')
