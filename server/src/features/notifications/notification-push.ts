import type { PushContent } from '../messages/index.ts'
import { byUrgency, countByType, digestTitle, ongoingText, sitesOf } from './digest-words.ts'
import { isOver, type Notice } from './notice.ts'
import { noticeWords, type Reader, siteOf, type Telling } from './notice-words.ts'

/** The number of notices named in a digest; browsers show a few lines. */
const mostLines = 3
const mostText = 600

/** Returns the browser notification with these notices, at least one. */
export function notificationPush({ notices, reader }: Telling): PushContent {
  const told = notices.toSorted(byUrgency)
  const [first] = told
  if (!first) throw new Error('a notification without anything to tell')
  const content = told.length === 1 ? single(first, reader) : digest(told, reader)
  return {
    ...content,
    text: content.text.slice(0, mostText),
    isUrgent: told.some((notice) => !isOver(notice) && notice.last.alert?.severity === 'Critical'),
  }
}

function single(notice: Notice, reader: Reader) {
  const { subject, title, line } = noticeWords(notice, reader)
  const { about, last } = notice
  const alert = about === 'outage' ? null : last.alert
  return {
    subject,
    title,
    text: [...(about === 'outage' ? [] : [siteOf(notice)]), line].join('\n'),
    path: alert ? `/alerts?alert=${alert.id}` : '/devices',
    // Later events of an alert replace the notification of its start.
    tag: alert ? `alert ${alert.id}` : `${about} ${last.outage?.id ?? last.deviceId}`,
  }
}

function digest(told: readonly Notice[], reader: Reader) {
  const title = digestTitle(told, reader)
  const counts = countByType(told, reader)
  const lines = told.slice(0, mostLines).map((notice) => {
    const words = noticeWords(notice, reader)
    return sitesOf(told).length === 1 ? words.title : `${words.title}, ${siteOf(notice)}`
  })
  return {
    subject: `${title}: ${counts}`,
    title,
    text: [`${counts}. ${ongoingText(told, reader)}.`, ...lines].join('\n'),
    path: '/alerts',
    tag: `digest ${told[0]?.last.id ?? ''}`,
  }
}
