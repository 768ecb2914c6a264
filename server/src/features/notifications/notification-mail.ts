import { severities } from '@eot/contract/vocabulary'
import type { MailContent } from '../mail/index.ts'
import type { Notice } from './notice.ts'
import { type NoticeWords, noticeWords, plain, type Reader, typeName } from './notice-words.ts'

/** Longer lists are cut and the rest counted. */
const mostLines = 40
const mostNames = 3

interface Told {
  notice: Notice
  words: NoticeWords
}

/** The email that tells these notices, at least one. `subscriptions`: by whose names it comes. */
export function notificationMail(
  notices: readonly Notice[],
  reader: Reader,
  { publicUrl, subscriptions }: { publicUrl: string; subscriptions: readonly string[] },
): MailContent {
  const told = notices.map((notice) => ({ notice, words: noticeWords(notice, reader) })).toSorted(byUrgency)
  const [first] = told
  if (!first) throw new Error('a notification without anything to tell')
  const content = told.length === 1 ? single(first, publicUrl) : digest(told, publicUrl)
  return { ...content, notes: [reasonOf(subscriptions)] }
}

function single({ notice, words }: Told, publicUrl: string): MailContent {
  const { alert } = notice.last
  return {
    subject: words.subject,
    heading: words.title,
    place: siteOf(notice),
    tag: { text: words.state, tone: toneOf(notice, words) },
    paragraphs: words.sentences,
    action: alert
      ? { label: 'See the alert', url: `${publicUrl}/alerts?open=${alert.id}` }
      : { label: 'See the devices', url: `${publicUrl}/devices` },
  }
}

function digest(told: readonly Told[], publicUrl: string): MailContent {
  const sites = [...new Set(told.map(({ notice }) => siteOf(notice)))]
  const where = sites.length === 1 ? sites[0] : `${sites.length} sites`
  const ongoing = told.filter(({ words }) => !words.isOver)
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
      tone: top ? toneOf(top.notice, top.words) : 'over',
    },
    paragraphs: [`${countByType(told)}.`],
    rows: shown.map(({ notice, words }) => ({
      title: sites.length === 1 ? words.title : `${words.title}, ${siteOf(notice)}`,
      text: words.line,
    })),
    ...(rest.length > 0 && {
      moreRows: `And ${rest.length.toLocaleString('en-US')} more: ${countByType(rest)}.`,
    }),
    action: { label: 'See all alerts', url: `${publicUrl}/alerts` },
  }
}

const siteOf = ({ last }: Notice): string => plain(last.siteName)

/** "22 Sound, 9 Motion": the most frequent first. */
function countByType(told: readonly Told[]): string {
  const counts = [...Map.groupBy(told, ({ notice }) => nameOf(notice))].map(
    ([name, group]) => [name, group.length] as const,
  )
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
function byUrgency(a: Told, b: Told): number {
  const over = Number(a.words.isOver) - Number(b.words.isOver)
  return over || rank(a.notice) - rank(b.notice) || b.notice.last.seq - a.notice.last.seq
}

const rank = ({ last, about }: Notice): number =>
  about === 'outage' ? 0 : last.alert ? severities.indexOf(last.alert.severity) : severities.length

function toneOf({ last }: Notice, { isOver }: NoticeWords): NonNullable<MailContent['tag']>['tone'] {
  if (isOver) return 'over'
  const severity = last.alert?.severity ?? 'Info'
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
