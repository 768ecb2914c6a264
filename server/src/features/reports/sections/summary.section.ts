import { chanceOfChange } from '@eot/contract/chance'
import { alertsLink } from '../alerts-link.ts'
import { onlineShare } from '../online.queries.ts'
import type { ReportContext, ReportPart } from '../report-context.section.ts'
import { change, count, duration, type Fact, share, type Words } from '../report-facts.ts'
import { reportFigures } from '../report-figures.queries.ts'

/** The most important figures, each with that of the period before. */
export const summary: ReportPart = {
  key: 'Summary',
  title: 'At a glance',
  async build(context) {
    const { span, before, beforeWords } = context
    const [now, then] = [
      await reportFigures(context, span).sumAnswers(),
      await reportFigures(context, before).sumAnswers(),
    ]
    const online = await context.listOnline(span)
    const onlineBefore = await context.listOnline(before)
    const was = (fact: Fact): Words => [fact, ' ', beforeWords]
    return {
      blocks: [
        {
          kind: 'Figures',
          items: [
            {
              key: 'Alerts',
              label: 'alerts',
              figure: count(now.count, alertsLink(context)),
              note: was(count(then.count)),
            },
            {
              key: 'Confirmed',
              label: 'confirmed',
              figure: share(now.confirmed, now.count),
              note: [count(now.confirmed), ' of ', count(now.count)],
            },
            {
              key: 'TimeToConfirm',
              label: 'to confirm, median',
              figure: duration(now.medianToConfirm),
              note: was(duration(then.medianToConfirm)),
            },
            {
              key: 'FalseAlarms',
              label: 'false alarms',
              figure: share(now.false, now.real + now.false + now.unknown),
              note: [count(now.false), ' of ', count(now.real + now.false + now.unknown), ' judged'],
            },
            { key: 'Open', label: 'still open', figure: count(now.open), note: ['of ', count(now.count)] },
            {
              key: 'Online',
              label: 'time online',
              figure: onlineShare(online),
              note: was(onlineShare(onlineBefore)),
            },
          ],
        },
        { kind: 'Text', words: [...meaningOf(now.count, then.count, context)] },
      ],
    }
  },
}

/** Returns in words whether a change is significant. */
function meaningOf(now: number, before: number, context: ReportContext): Words {
  const { beforeWords } = context
  if (now === before) return ['As many alerts as ', beforeWords, '.']
  const chance = chanceOfChange(now, before, shareOfTime(context))
  const difference: Words = [change(now - before), ' compared with ', beforeWords, '. ']
  if (chance < 0.05)
    return [...difference, 'Chance alone explains such a difference in fewer than 1 of 20 periods.']
  return [
    ...difference,
    'Chance alone explains such a difference in about 1 of ',
    count(Math.max(2, Math.round(1 / chance))),
    ' periods, so it says little.',
  ]
}

/** Months differ in length, and so do weeks when clocks change. */
function shareOfTime({ span, before, madeAt }: ReportContext): number {
  const passed = Math.min(span.to.getTime(), madeAt.getTime()) - span.from.getTime()
  return passed / (passed + before.to.getTime() - before.from.getTime())
}
