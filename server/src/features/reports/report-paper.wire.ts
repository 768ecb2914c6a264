import type { Report, ReportBlock, ReportCell } from '@eot/contract/report-model'
import { findAlertType } from '@eot/contract/vocabulary'
import type { Paper, PaperBlock } from '../../platform/pdf/paper.ts'
import { textsIn } from '../../texts/texts.ts'
import { kindColors } from '../notifications/index.ts'

export type PaperSize = Paper['size']

/** Returns the paper of a report. `isSigned`: with lines for signatures. */
export function reportPaper(
  report: Report,
  { size, publicUrl, isSigned = false }: { size: PaperSize; publicUrl: string; isSigned?: boolean },
): Paper {
  const site = report.SitePath.map(({ Name }) => Name).join(' / ')
  return {
    title: `${report.Name}, ${report.SitePath.at(-1)?.Name ?? ''}, ${report.Period}`,
    language: report.Language,
    author: 'EoT LIVE',
    madeAt: report.MadeAt,
    size,
    header: ['EoT LIVE', report.Name, site],
    footer: report.Made,
    pageWords: textsIn(report.Language).reports.pageWords,
    eyebrow: `${report.Period} · ${site}`,
    heading: report.Headline,
    lede: report.Lede,
    signatures: isSigned ? textsIn(report.Language).reports.signatures : [],
    sections: report.Sections.map(({ Title, Note, Blocks }) => ({
      title: Title,
      note: Note,
      blocks: Blocks.map((block) => paperBlock(block, publicUrl)),
    })),
  }
}

/** Safe in every file system and header. */
export function fileNameOf({ Name, SitePath, FirstDay }: Report, ending: string): string {
  const words = `${Name} ${SitePath.at(-1)?.Name ?? ''} ${FirstDay}`
  const safe = words
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${safe.toLowerCase().slice(0, 100)}.${ending}`
}

const otherColor = '#8a9699'
/** The color of all types without their own color. */
const restColor = '#c9d0d2'

function colorOf(type: string): string {
  if (type === 'Other') return restColor
  const sensor = findAlertType(type)?.Sensor
  return sensor ? kindColors.light[sensor] : otherColor
}

function paperBlock(block: ReportBlock, publicUrl: string): PaperBlock {
  const cell = ({ Text, Link }: ReportCell) => ({
    text: Text,
    ...(Link !== undefined && { link: `${publicUrl}${Link}` }),
  })
  switch (block.Kind) {
    case 'Text':
      return { kind: 'text', text: block.Text }
    case 'Figures':
      return {
        kind: 'figures',
        items: block.Items.map(({ Label, Figure, Note }) => ({
          value: Figure.Text,
          label: Label,
          note: Note,
        })),
      }
    case 'Table':
      return {
        kind: 'table',
        title: block.Title,
        columns: block.Columns.map(({ Title, IsNumber }) => ({ title: Title, isNumber: IsNumber })),
        rows: block.Rows.map((row) => row.map(cell)),
        note: block.Note,
      }
    case 'Bars':
      return {
        kind: 'bars',
        labels: block.Labels,
        series: block.Series.map(({ Key, Name, Values }) => ({
          name: Name,
          color: colorOf(Key),
          values: Values,
        })),
        alt: block.Alt,
      }
    case 'Heatmap':
      return {
        kind: 'heatmap',
        rows: block.Rows.map(({ Label, Cells }) => ({
          label: Label,
          cells: Cells.map(({ Count, IsUnusual }) => ({ count: Count, isMarked: IsUnusual })),
        })),
        columns: block.Columns,
        alt: block.Alt,
      }
    case 'Curve':
      return {
        kind: 'curve',
        points: block.Points,
        spans: block.Spans,
        levels: block.Levels.map(({ Value, Label }) => ({ value: Value, label: Label })),
        ticks: block.Ticks.map(({ At, Label }) => ({ at: At, label: Label })),
        range: block.Range,
        alt: block.Alt,
      }
  }
}
