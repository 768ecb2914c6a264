import { severities } from '@eot/contract/vocabulary'
import type { MailContent } from '../mail/index.ts'
import { isOver, type Notice } from './notice.ts'
import { noticeWords, plain, type Reader, typeName } from './notice-words.ts'

/** Longer lists are cut and the rest counted. */
const mostLines = 40
const mostNames = 3

/** The email that tells these notices, at least one. `subscriptions`: by whose names it comes. */
export function notificationMail(
  notices: readonly Notice[],
  reader: Reader,
  { publicUrl, subscriptions }: { publicUrl: string; subscriptions: readonly string[] },
): MailContent {
  const told = notices.toSorted(byUrgency)
  const [first] = told
  if (!first) throw new Error('a notification without anything to tell')
  const content = told.length === 1 ? single(first, reader, publicUrl) : digest(told, reader, publicUrl)
  return { ...content, notes: [reasonOf(subscriptions)] }
}

function single(notice: Notice, reader: Reader, publicUrl: string): MailContent {
  const words = noticeWords(notice, reader)
  const { alert } = notice.last
  return {
    subject: words.subject,
    heading: words.title,
    place: siteOf(notice),
    tag: { text: words.state, tone: toneOf(notice) },
    paragraphs: words.sentences,
    action: alert
      ? { label: 'See the alert', url: `${publicUrl}/alerts?open=${alert.id}` }
      : { label: 'See the devices', url: `${publicUrl}/devices` },
  }
}

function digest(told: readonly Notice[], reader: Reader, publicUrl: string): MailContent {
  const sites = [...new Set(told.map(siteOf))]
  const where = sites.length === 1 ? sites[0] : `${sites.length} sites`
  const ongoing = told.filter((notice) => !isOver(notice))
  const subject = `${told.length.toLocaleString('en-US')} notices from ${where}: ${countByType(told)}`
  const shown = told.slice(0, mostLines)
  const rest = told.slice(mostLines)
  const top = told[0]
  return {
    subject,
    heading: `${told.length.toLocaleString('en-US')} notices from ${where}`,
    tag: {
      text:
        ongoing.length === 0 ? 'All have ended' : `${ongoing.length.toLocaleString('en-US')} still going on`,
      tone: top ? toneOf(top) : 'over',
    },
    paragraphs: [`${countByType(told)}.`],
    rows: shown.map((notice) => {
      const { title, line } = noticeWords(notice, reader)
      return { title: sites.length === 1 ? title : `${title}, ${siteOf(notice)}`, text: line }
    }),
    ...(rest.length > 0 && {
      moreRows: `And ${rest.length.toLocaleString('en-US')} more: ${countByType(rest)}.`,
    }),
    action: { label: 'See all alerts', url: `${publicUrl}/alerts` },
  }
}

const siteOf = ({ last }: Notice): string => plain(last.siteName)

/** "22 Sound, 9 Motion": the most frequent first. */
function countByType(told: readonly Notice[]): string {
  const counts = [...Map.groupBy(told, nameOf)].map(([name, group]) => [name, group.length] as const)
  return counts
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`)
    .join(', ')
}

function nameOf({ about, last }: Notice): string {
  if (about === 'outage') return 'Site outage'
  return about === 'device' ? 'Connection' : typeName(last.alert?.type ?? '')
}

/** What goes on before what is over, then the most severe, then the newest. */
function byUrgency(a: Notice, b: Notice): number {
  const over = Number(isOver(a)) - Number(isOver(b))
  return over || rank(a) - rank(b) || b.last.seq - a.last.seq
}

const rank = ({ last, about }: Notice): number =>
  about === 'outage' ? 0 : last.alert ? severities.indexOf(last.alert.severity) : severities.length

function toneOf(notice: Notice): NonNullable<MailContent['tag']>['tone'] {
  if (isOver(notice)) return 'over'
  const severity = notice.last.alert?.severity ?? 'Info'
  if (severity === 'Critical') return 'critical'
  if (severity === 'Serious') return 'serious'
  return severity === 'Caution' ? 'caution' : 'info'
}

function reasonOf(subscriptions: readonly string[]): string {
  const names = subscriptions.slice(0, mostNames).map((name) => `“${plain(name)}”`)
  const more = subscriptions.length - names.length
  if (names.length === 0)
    return 'You get this because a subscription told you about it. It has been deleted since.'
  const listed = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return `You get this because of the subscription${subscriptions.length > 1 ? 's' : ''} ${listed}.`
}
