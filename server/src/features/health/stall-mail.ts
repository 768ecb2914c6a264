import type { Work } from '@eot/contract/health'
import type { ComposeMail, MailContent } from '../messages/index.ts'

/** What is late, and what that means. */
const consequences: Record<Work, { title: string; text: string }> = {
  Ingestion: {
    title: 'Readings',
    text: 'No process takes readings of devices. Devices do not count as offline meanwhile.',
  },
  Workers: {
    title: 'Jobs and timers',
    text: 'No process runs them: alerts that depend on time, and all messages, wait.',
  },
  Timers: { title: 'Timers of alerts', text: 'Alerts that start or end by time alone are late.' },
  Events: {
    title: 'Notifications',
    text: 'Alerts have started or ended of which nobody has been notified yet.',
  },
  Messages: { title: 'Messages', text: 'Emails, text messages or webhooks wait to be sent.' },
  Emails: { title: 'Mail server', text: 'The mail server has not accepted an email for some time.' },
  Texts: { title: 'Text messages', text: 'The provider has not accepted a text message for some time.' },
  Reports: { title: 'Reports', text: 'Reports that were requested are not being made.' },
  Jobs: { title: 'Jobs', text: 'Regular work of the program is late.' },
  Partitions: { title: 'Database', text: 'Tables for the readings of the coming weeks are missing.' },
}

/** Composes the email to those who run the installation. */
export const composeProgramStalled =
  (publicUrl: string): ComposeMail =>
  async (_tx, { user_id: userId, site_id: siteId, details }) => ({
    content: stallMail(details, publicUrl),
    userId,
    siteId,
  })

function stallMail(details: Readonly<Record<string, string>>, publicUrl: string): MailContent {
  const found = (details.work ?? '').split(' ').flatMap((name) => consequences[name as Work] ?? [])
  const titles = found.map(({ title }) => title).join(', ')
  const isOver = details.state === 'over'
  return {
    subject: isOver ? `Working again: ${titles}` : `Not keeping up: ${titles}`,
    heading: isOver ? 'The portal is working again' : 'The portal is not keeping up',
    tag: isOver ? { text: 'Over', tone: 'over' } : { text: 'Late', tone: 'serious' },
    paragraphs: [
      isOver
        ? 'What was late has been caught up with:'
        : 'This installation has been late for more than five minutes:',
    ],
    rows: found.map(({ title, text }) => ({ title, text: isOver ? 'Caught up' : text })),
    action: { label: 'See the state of the installation', url: `${publicUrl}/admin` },
  }
}
