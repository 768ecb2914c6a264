import type { DrawnPicture, MailContent } from '../messages/index.ts'
import { byUrgency, countByType, countText, digestTitle, ongoingText, sitesOf } from './digest-words.ts'
import { isOver, type Notice } from './notice.ts'
import { noticesIn, noticeWords, plain, type Reader, siteOf, type Telling } from './notice-words.ts'

/** Draws the readings around the alert of a notice. Returns undefined if there are none, or on failure; never throws. */
export type DrawAlert = (notice: Notice, reader: Reader) => Promise<DrawnPicture | undefined>

/** Longer lists are truncated, with a count of the rest. */
const mostLines = 40
const mostNames = 3

/** Returns the email with these notices, at least one. */
export function notificationMail(
  { notices, reader, subscriptions, confirmUrl }: Telling,
  publicUrl: string,
  draw?: DrawAlert,
): MailContent {
  const told = notices.toSorted(byUrgency)
  const [first] = told
  if (!first) throw new Error('a notification without anything to tell')
  const content =
    told.length === 1 ? single(first, reader, { publicUrl, confirmUrl }) : digest(told, reader, publicUrl)
  return {
    ...content,
    language: reader.language,
    ...(draw && told.length === 1 && first.about === 'alert' && { picture: () => draw(first, reader) }),
    notes: [reasonOf(subscriptions, reader)],
  }
}

function single(
  notice: Notice,
  reader: Reader,
  { publicUrl, confirmUrl }: { publicUrl: string; confirmUrl: Telling['confirmUrl'] },
): Omit<MailContent, 'language'> {
  const words = noticeWords(notice, reader)
  const { alert } = notice.last
  const say = noticesIn(reader).mail
  const see = alert
    ? { label: say.seeAlert, url: `${publicUrl}/alerts?alert=${alert.id}` }
    : { label: say.seeDevices, url: `${publicUrl}/devices` }
  const confirming = alert && alert.endedAt === null && !alert.isConfirmed ? confirmUrl(alert.id) : undefined
  return {
    subject: words.subject,
    heading: words.title,
    place: siteOf(notice),
    tag: { text: words.state, tone: toneOf(notice) },
    paragraphs: words.sentences,
    ...(confirming ? { action: { label: say.confirm, url: confirming }, also: see } : { action: see }),
  }
}

function digest(told: readonly Notice[], reader: Reader, publicUrl: string): Omit<MailContent, 'language'> {
  const say = noticesIn(reader)
  const sites = sitesOf(told)
  const title = digestTitle(told, reader)
  const shown = told.slice(0, mostLines)
  const rest = told.slice(mostLines)
  const top = told[0]
  return {
    subject: `${title}: ${countByType(told, reader)}`,
    heading: title,
    tag: { text: ongoingText(told, reader), tone: top ? toneOf(top) : 'over' },
    paragraphs: [`${countByType(told, reader)}.`],
    rows: shown.map((notice) => {
      const { title, line } = noticeWords(notice, reader)
      return { title: sites.length === 1 ? title : `${title}, ${siteOf(notice)}`, text: line }
    }),
    ...(rest.length > 0 && {
      moreRows: say.digest.more(countText(rest, reader), countByType(rest, reader)),
    }),
    action: { label: say.mail.seeAlerts, url: `${publicUrl}/alerts` },
  }
}

function toneOf(notice: Notice): NonNullable<MailContent['tag']>['tone'] {
  if (isOver(notice)) return 'over'
  const severity = notice.last.alert?.severity ?? 'Info'
  if (severity === 'Critical') return 'critical'
  if (severity === 'Serious') return 'serious'
  return severity === 'Caution' ? 'caution' : 'info'
}

function reasonOf(subscriptions: readonly string[], reader: Reader): string {
  const say = noticesIn(reader).mail
  const names = subscriptions.slice(0, mostNames).map((name) => `“${plain(name)}”`)
  const more = subscriptions.length - names.length
  return names.length === 0 ? say.deleted : say.reason(names, more)
}
