import type { Report, ReportBlock, ReportCell, ReportSection } from '@eot/contract/report-model'
import { shownUnit, shownValue } from '@eot/contract/units'
import { textsIn } from '../../texts/texts.ts'
import type { BlockFacts, Fact, ReportFacts, SectionFacts, Words } from './report-facts.ts'
import { hourName, type Reading, type ReportWords, reportWords } from './report-words.ts'

/** Converts a stored report to the language, units and clock of a reader, who sees the sites from `visibleFrom` down. */
export function presentReport(facts: ReportFacts, reading: Reading, visibleFrom: string): Report {
  const { reports } = textsIn(reading.language)
  const words = reportWords(reading, facts.timeZone)
  const say = (parts: Words) => sayWords(parts, reading, facts.timeZone)
  // −1 if the site has moved below the reader's since: then only the site itself is shown, not where it was.
  const start = facts.sitePath.findIndex(({ Id }) => Id === visibleFrom)
  return {
    Name: reports.name(facts.name),
    SitePath: facts.sitePath.slice(start),
    FirstDay: facts.period.firstDay,
    LastDay: facts.period.lastDay,
    StartAt: facts.startAt,
    EndAt: facts.endAt,
    TimeZone: facts.timeZone,
    Language: reading.language,
    Measurement: reading.measurement,
    MadeAt: facts.madeAt,
    Period: words.period(facts.period, facts.named),
    Headline: say(facts.headline),
    Lede: say(facts.lede),
    Sections: facts.sections.map((section) => presentSection(section, words, say)),
    Made: reports.made(words.moment(facts.madeAt), facts.timeZone),
  }
}

/** Returns a stored sentence for a reader. */
export const sayWords = (parts: Words, reading: Reading, timeZone: string): string => {
  const words = reportWords(reading, timeZone)
  return sayParts(parts, words)
}

const sayParts = (parts: Words, words: ReportWords): string =>
  parts
    .map((part) => (typeof part === 'string' ? words.texts.phrase(part) : cellOf(part, words).Text))
    .join('')

type Say = (parts: Words) => string

const presentSection = (section: SectionFacts, words: ReportWords, say: Say): ReportSection => ({
  Key: section.key,
  Title: words.texts.phrase(section.title),
  Note: say(section.note ?? []),
  Blocks: section.blocks.map((block) => presentBlock(block, words, say)),
})

function presentBlock(block: BlockFacts, words: ReportWords, say: Say): ReportBlock {
  switch (block.kind) {
    case 'Text':
      return { Kind: 'Text', Text: say(block.words) }
    case 'Figures':
      return {
        Kind: 'Figures',
        Items: block.items.map(({ key, label, figure, note }) => ({
          Key: key,
          Label: words.texts.phrase(label),
          Figure: cellOf(figure, words),
          Note: say(note),
        })),
      }
    case 'Table':
      return {
        Kind: 'Table',
        Key: block.key,
        Title: words.texts.phrase(block.title),
        Columns: block.columns.map(({ key, title, isNumber }) => ({
          Key: key,
          Title: words.texts.phrase(title),
          IsNumber: isNumber,
        })),
        Rows: block.rows.map((row) => row.map((fact) => cellOf(fact, words))),
        Note: say(block.note ?? []),
      }
    case 'Bars':
      return presentBars(block, words)
    case 'Heatmap':
      return presentHeatmap(block, words)
    case 'Curve':
      return presentCurve(block, words)
  }
}

function cellOf(fact: Fact, words: ReportWords): ReportCell {
  const link = fact.link === undefined ? {} : { Link: fact.link }
  if (fact.as === 'said') return { Text: sayParts(fact.words, words), Value: fact.value, ...link }
  if (fact.as !== 'measure') return { Text: words.fact(fact), Value: fact.value, ...link }
  const { measurement } = words.reading
  const value = fact.value === null ? null : shownValue(fact.value, fact.unit, measurement)
  return { Text: words.measure(value, shownUnit(fact.unit, measurement)), Value: value, ...link }
}

function presentBars({ days, series }: BlockFacts & { kind: 'Bars' }, words: ReportWords): ReportBlock {
  const totals = days.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  return {
    Kind: 'Bars',
    Labels: days.map(words.shortDay),
    Series: series.map(({ key, name, values }) => ({
      Key: key,
      Name: words.texts.phrase(name),
      Values: values,
    })),
    Alt: words.texts.alertsPerDay(days.map((day, index) => `${words.day(day)} ${totals[index]}`).join(', ')),
  }
}

function presentHeatmap({ rows }: BlockFacts & { kind: 'Heatmap' }, words: ReportWords): ReportBlock {
  const cells = rows.flatMap(({ weekday, cells }) => cells.map((cell, hour) => ({ ...cell, weekday, hour })))
  const highest = cells.toSorted((a, b) => b.count - a.count).slice(0, 3)
  const named = highest.filter(({ count }) => count > 0)
  return {
    Kind: 'Heatmap',
    Rows: rows.map(({ weekday, cells }) => ({
      Label: words.weekday(weekday),
      Cells: cells.map(({ count, isUnusual, link }) => ({ Count: count, IsUnusual: isUnusual, Link: link })),
    })),
    Columns: Array.from({ length: 24 }, (_, hour) => (hour % 3 === 0 ? hourName(hour, words.reading) : '')),
    Alt:
      named.length === 0
        ? words.texts.phrase('No alerts')
        : words.texts.mostAlerts(
            named
              .map(
                ({ weekday, hour, count }) =>
                  `${words.weekday(weekday)} ${hourName(hour, words.reading)} ${count}`,
              )
              .join(', '),
          ),
  }
}

function presentCurve(block: BlockFacts & { kind: 'Curve' }, words: ReportWords): ReportBlock {
  const { measurement } = words.reading
  const unit = shownUnit(block.unit, measurement)
  const shown = (value: number) => shownValue(value, block.unit, measurement)
  const values = block.points.flatMap(([, value]) => (value === null ? [] : shown(value)))
  const levels = block.levels.map(({ label, value }) => ({
    Value: shown(value),
    Label: `${words.texts.phrase(label)} ${words.measure(shown(value), unit)}`,
  }))
  const all = [...values, ...levels.map(({ Value }) => Value)]
  const [first = 0] = block.points[0] ?? []
  const [last = first] = block.points.at(-1) ?? []
  return {
    Kind: 'Curve',
    Points: block.points.map(([at, value]) => [at, value === null ? null : shown(value)]),
    Spans: block.spans.map(([from, to]) => [from, to]),
    Levels: levels,
    Ticks: ticksIn(first, last).map((at) => ({ At: at, Label: words.clockTime(at) })),
    Range: [words.measure(Math.min(...all), unit), words.measure(Math.max(...all), unit)],
    Alt: words.texts.curve({
      name: words.texts.phrase(block.name),
      from: words.clockTime(first),
      to: words.clockTime(last),
      lowest: words.measure(Math.min(...values), unit),
      highest: words.measure(Math.max(...values), unit),
    }),
  }
}

const minuteMs = 60_000
const tickSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360].map((minutes) => minutes * minuteMs)
const mostTicks = 7

/** Returns round times in [first, last], both in epoch ms, as many as fit. */
function ticksIn(first: number, last: number): number[] {
  const step =
    tickSteps.find((ms) => (last - first) / ms <= mostTicks) ?? Math.ceil((last - first) / mostTicks)
  const start = Math.ceil(first / step) * step
  return Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, index) => start + index * step)
}
