import type { Work } from '@eot/contract/health'

const work: Record<Work, { title: string; text: string }> = {
  Ingestion: {
    title: 'Readings',
    text: 'No process is accepting readings from devices. Meanwhile, devices are not counted as offline.',
  },
  Workers: {
    title: 'Jobs and timers',
    text: 'No process runs them: alerts that depend on time, and all messages, wait.',
  },
  Timers: { title: 'Timers of alerts', text: 'Alerts that start or end by time alone are late.' },
  Events: {
    title: 'Notifications',
    text: 'Nobody has been notified yet of some alerts that started or ended.',
  },
  Messages: { title: 'Messages', text: 'Emails, text messages or webhooks wait to be sent.' },
  Emails: { title: 'Mail server', text: 'The mail server has not accepted an email for some time.' },
  Texts: { title: 'Text messages', text: 'The provider has not accepted a text message for some time.' },
  Reports: { title: 'Reports', text: 'Reports that were requested are not being created.' },
  Jobs: { title: 'Jobs', text: 'Regular work of the program is late.' },
  Partitions: { title: 'Database', text: 'Tables for the readings of the coming weeks are missing.' },
}

/** Emails to the operators of the installation. */
export const health = {
  /** Each kind of work that can be late, and the consequences. */
  work,
  late: {
    subject: (titles: string) => `Not keeping up: ${titles}`,
    heading: 'The portal is not keeping up',
    tag: 'Late',
    text: 'This installation has been late for more than five minutes:',
  },
  over: {
    subject: (titles: string) => `Working again: ${titles}`,
    heading: 'The portal is working again',
    tag: 'Over',
    text: 'This work is up to date again:',
  },
  caughtUp: 'Caught up',
  see: 'See the state of the installation',
}
