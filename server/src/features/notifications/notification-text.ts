import { fitText, type TextContent } from '../messages/index.ts'
import { byUrgency, countByType, digestTitle, ongoingText } from './digest-words.ts'
import type { Notice } from './notice.ts'
import { noticeWords, plain, type Reader, siteOf, type Telling } from './notice-words.ts'

/**
 * Returns the text message with these notices, at least one. Long names are shortened by whole words, so that it fits into one
 * message.
 */
export function notificationText({ notices, reader }: Telling, publicUrl: string): TextContent {
  const told = notices.toSorted(byUrgency)
  const [first] = told
  if (!first) throw new Error('a notification without anything to tell')
  return told.length === 1 ? single(first, reader, publicUrl) : digest(told, reader, publicUrl)
}

function single(notice: Notice, reader: Reader, publicUrl: string): TextContent {
  const { subject, title, line } = noticeWords(notice, reader)
  const { about, last } = notice
  const names =
    about === 'outage' ? [title] : [about === 'device' ? plain(last.deviceName) : title, siteOf(notice)]
  return {
    subject,
    text: fitText([
      ...names.map((name, index) => ({
        text: name,
        isShortenable: true,
        end: index < names.length - 1 ? ',' : ':',
      })),
      { text: `${line}.` },
      {
        text:
          last.alert && about !== 'outage'
            ? `${publicUrl}/alerts?alert=${last.alert.id}`
            : `${publicUrl}/devices`,
        isOptional: true,
      },
    ]),
  }
}

function digest(told: readonly Notice[], reader: Reader, publicUrl: string): TextContent {
  const title = digestTitle(told, reader)
  const counts = countByType(told, reader)
  return {
    subject: `${title}: ${counts}`,
    text: fitText([
      { text: title, isShortenable: true, end: ':' },
      { text: counts, isShortenable: true, end: '.' },
      { text: `${ongoingText(told, reader)}.` },
      { text: `${publicUrl}/alerts`, isOptional: true },
    ]),
  }
}
