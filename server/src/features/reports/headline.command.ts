import { alertTypeName } from '@eot/contract/shown-names'
import { onlineShare } from './online.queries.ts'
import type { ReportContext } from './report-context.section.ts'
import { count, phrase, type Words } from './report-facts.ts'
import { reportFigures } from './report-figures.queries.ts'

/** Returns the most important facts, for people who read nothing else. */
export async function headlineOf(context: ReportContext): Promise<{ headline: Words; lede: Words }> {
  const { span, before, beforeWords } = context
  const now = await reportFigures(context, span).listAnswers()
  const total = now.reduce((sum, one) => sum + one.count, 0)
  const then = (await reportFigures(context, before).sumAnswers()).count
  const devices = await context.listOnline(span)
  const online: Words =
    devices.length === 0
      ? ['No device has reported.']
      : ['Devices were online ', onlineShare(devices), ' of the time.']
  if (total === 0) return { headline: ['No alerts'], lede: ['No alerts started in this period. ', ...online] }
  const [first] = now
  const largest: Words = first
    ? [count(first.count), ' of ', count(total), ' were ', phrase(alertTypeName(first.type)), '. ']
    : []
  const open = now.reduce((sum, one) => sum + one.open, 0)
  const stillOpen: Words =
    open > 0 ? [count(open), open === 1 ? ' is still open. ' : ' are still open. '] : []
  return {
    headline: [count(total), total === 1 ? ' alert' : ' alerts', ...compared(total, then, beforeWords)],
    lede: [...largest, ...stillOpen, ...online],
  }
}

function compared(now: number, before: number, words: string): Words {
  if (now === before) return [', as many as ', words]
  return [', ', count(Math.abs(now - before)), now > before ? ' more than ' : ' fewer than ', words]
}
