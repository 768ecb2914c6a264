import type { Work } from '@eot/contract/health'
import type { Language } from '@eot/contract/languages'
import { textsIn } from '../../texts/texts.ts'
import type { MailContent } from '../messages/index.ts'

/** Returns the email to the operators of the installation. */
export function stallMail(
  details: Readonly<Record<string, string>>,
  language: Language,
  publicUrl: string,
): MailContent {
  const { health } = textsIn(language)
  const found = (details.work ?? '').split(' ').flatMap((name) => health.work[name as Work] ?? []) // undefined for names of other releases
  const titles = found.map(({ title }) => title).join(', ')
  const isOver = details.state === 'over'
  const say = isOver ? health.over : health.late
  return {
    language,
    subject: say.subject(titles),
    heading: say.heading,
    tag: { text: say.tag, tone: isOver ? 'over' : 'serious' },
    paragraphs: [say.text],
    rows: found.map(({ title, text }) => ({ title, text: isOver ? health.caughtUp : text })),
    action: { label: health.see, url: `${publicUrl}/admin` },
  }
}
