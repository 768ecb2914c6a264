import { severities } from '@eot/contract/vocabulary'
import { isOver, type Notice } from './notice.ts'
import { siteOf, typeName } from './notice-words.ts'

/** What goes on before what is over, then the most severe, then the newest. */
export function byUrgency(a: Notice, b: Notice): number {
  const over = Number(isOver(a)) - Number(isOver(b))
  return over || rank(a) - rank(b) || b.last.seq - a.last.seq
}

const rank = ({ last, about }: Notice): number =>
  about === 'outage' ? 0 : last.alert ? severities.indexOf(last.alert.severity) : severities.length

export const sitesOf = (told: readonly Notice[]): string[] => [...new Set(told.map(siteOf))]

/** "37 notices from Lincoln High" */
export function digestTitle(told: readonly Notice[]): string {
  const sites = sitesOf(told)
  return `${countText(told)} notices from ${sites.length === 1 ? sites[0] : `${sites.length} sites`}`
}

/** "22 Sound, 9 Motion": the most frequent first. */
export function countByType(told: readonly Notice[]): string {
  const counts = [...Map.groupBy(told, nameOf)].map(([name, group]) => [name, group] as const)
  return counts
    .toSorted(([a, m], [b, n]) => n.length - m.length || (a < b ? -1 : 1))
    .map(([name, group]) => `${countText(group)} ${name}`)
    .join(', ')
}

/** "5 still going on" */
export function ongoingText(told: readonly Notice[]): string {
  const ongoing = told.filter((notice) => !isOver(notice))
  return ongoing.length === 0 ? 'All have ended' : `${countText(ongoing)} still going on`
}

function nameOf({ about, last }: Notice): string {
  if (about === 'outage') return 'Site outage'
  return about === 'device' ? 'Connection' : typeName(last.alert?.type ?? '')
}

const countText = (some: readonly unknown[]): string => some.length.toLocaleString('en-US')
