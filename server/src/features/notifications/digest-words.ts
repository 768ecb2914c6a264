import { severities } from '@eot/contract/vocabulary'
import { textsIn } from '../../texts/texts.ts'
import { isOver, type Notice } from './notice.ts'
import { noticesIn, type Reader, siteOf } from './notice-words.ts'

/** Ongoing notices before those that have ended, then the most severe, then the newest. */
export function byUrgency(a: Notice, b: Notice): number {
  const over = Number(isOver(a)) - Number(isOver(b))
  return over || rank(a) - rank(b) || b.last.seq - a.last.seq
}

const rank = ({ last, about }: Notice): number =>
  about === 'outage' ? 0 : last.alert ? severities.indexOf(last.alert.severity) : severities.length

export const sitesOf = (told: readonly Notice[]): string[] => [...new Set(told.map(siteOf))]

/** "37 notifications from Lincoln High" */
export const digestTitle = (told: readonly Notice[], reader: Reader): string =>
  noticesIn(reader).digest.title(countText(told, reader), sitesOf(told))

/** "22 Sound, 9 Motion": the most frequent first. */
export function countByType(told: readonly Notice[], reader: Reader): string {
  const counts = [...Map.groupBy(told, (notice) => nameOf(notice, reader))].map(
    ([name, group]) => [name, group] as const,
  )
  return counts
    .toSorted(([a, m], [b, n]) => n.length - m.length || (a < b ? -1 : 1))
    .map(([name, group]) => `${countText(group, reader)} ${name}`)
    .join(', ')
}

/** "5 still going on" */
export function ongoingText(told: readonly Notice[], reader: Reader): string {
  const { digest } = noticesIn(reader)
  const ongoing = told.filter((notice) => !isOver(notice))
  return ongoing.length === 0 ? digest.allEnded : digest.goingOn(countText(ongoing, reader))
}

function nameOf({ about, last }: Notice, reader: Reader): string {
  const { digest, typeName } = noticesIn(reader)
  if (about === 'outage') return digest.outage
  return about === 'device' ? digest.connection : typeName(last.alert?.type ?? '')
}

export const countText = (some: readonly unknown[], { language }: Reader): string =>
  some.length.toLocaleString(textsIn(language).locale)
