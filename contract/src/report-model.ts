import { z } from 'zod'
import { languages } from './languages.ts'
import { instant, Named, timeZone } from './wire.ts'

/** The possible sections of a report, in the usual order. A new section needs a line here and in the server's list. */
export const reportSections = [
  'Summary',
  'Days',
  'Hours',
  'Unusual',
  'Types',
  'Sites',
  'Devices',
  'Answers',
  'Longest',
  'Online',
  'Ratings',
  'Sensors',
  'Forecast',
  'Quality',
] as const
export const ReportSectionKey = z.enum(reportSections)
export type ReportSectionKey = z.output<typeof ReportSectionKey>

/** A calendar day in the time zone of the site. */
export const day = z.iso.date().meta({ examples: ['2026-11-09', '2026-11-15'] })

/** A figure or a text of a report. */
export const ReportCell = z.strictObject({
  /** Formatted for the reader: in their units and clock format. */
  Text: z.string(),
  /** Seconds for durations, 0 to 1 for shares, ISO 8601 for times. null: not known. */
  Value: z.union([z.string(), z.number(), z.null()]),
  /** The page of the portal that shows the same, as a path. */
  Link: z.string().optional(),
})
export type ReportCell = z.output<typeof ReportCell>

export const ReportFigures = z.strictObject({
  Kind: z.literal('Figures'),
  Items: z.array(
    z.strictObject({ Key: z.string(), Label: z.string(), Figure: ReportCell, Note: z.string() }),
  ),
})

export const ReportTable = z.strictObject({
  Kind: z.literal('Table'),
  /** Unique within the report. */
  Key: z.string(),
  Title: z.string(),
  Columns: z.array(z.strictObject({ Key: z.string(), Title: z.string(), IsNumber: z.boolean() })),
  Rows: z.array(z.array(ReportCell)),
  Note: z.string(),
})
export type ReportTable = z.output<typeof ReportTable>

export const ReportText = z.strictObject({ Kind: z.literal('Text'), Text: z.string() })

/** Counts per day, stacked by alert type. */
export const ReportBars = z.strictObject({
  Kind: z.literal('Bars'),
  Labels: z.array(z.string()),
  Series: z.array(
    z.strictObject({
      /** The key of an alert type; Other for those that are not named. */
      Key: z.string(),
      Name: z.string(),
      Values: z.array(z.int()),
    }),
  ),
  /** The same as text. */
  Alt: z.string(),
})
export type ReportBars = z.output<typeof ReportBars>

/** Counts by weekday and hour: seven rows from Monday, 24 cells each. */
export const ReportHeatmap = z.strictObject({
  Kind: z.literal('Heatmap'),
  Rows: z.array(
    z.strictObject({
      Label: z.string(),
      Cells: z.array(
        z.strictObject({
          Count: z.int(),
          /** Whether it has more alerts than can be explained by chance. */
          IsUnusual: z.boolean(),
          Link: z.string(),
        }),
      ),
    }),
  ),
  /** Of the hours. */
  Columns: z.array(z.string()),
  Alt: z.string(),
})
export type ReportHeatmap = z.output<typeof ReportHeatmap>

/** Readings around an alert. */
export const ReportCurve = z.strictObject({
  Kind: z.literal('Curve'),
  /** [epoch ms, value in the reader's unit or null for a gap] */
  Points: z.array(z.tuple([z.number(), z.number().nullable()])),
  Spans: z.array(z.tuple([z.number(), z.number()])),
  Levels: z.array(z.strictObject({ Value: z.number(), Label: z.string() })),
  Ticks: z.array(z.strictObject({ At: z.number(), Label: z.string() })),
  Range: z.tuple([z.string(), z.string()]),
  Alt: z.string(),
})
export type ReportCurve = z.output<typeof ReportCurve>

export const ReportBlock = z.discriminatedUnion('Kind', [
  ReportText,
  ReportFigures,
  ReportTable,
  ReportBars,
  ReportHeatmap,
  ReportCurve,
])
export type ReportBlock = z.output<typeof ReportBlock>

export const ReportSection = z.strictObject({
  Key: z.string(),
  Title: z.string(),
  Note: z.string(),
  Blocks: z.array(ReportBlock),
})
export type ReportSection = z.output<typeof ReportSection>

/** A report as shown to one person. The page and the PDF show exactly this. */
export const Report = z.strictObject({
  /** Its name: “Weekly report”. */
  Name: z.string(),
  /** The site, after those above it that the reader sees. */
  SitePath: z.array(Named).min(1),
  /** Days in the time zone of the site, both inclusive. */
  FirstDay: day,
  LastDay: day,
  /** The same as instants, [StartAt, EndAt). */
  StartAt: instant,
  EndAt: instant,
  TimeZone: timeZone,
  Language: z.enum(languages),
  Measurement: z.enum(['Metric', 'Imperial']),
  MadeAt: instant,
  /** “Week 46, Nov 9–15, 2026”. */
  Period: z.string(),
  Headline: z.string(),
  Lede: z.string(),
  Sections: z.array(ReportSection),
  /** “Made Mon Nov 16, 2026, 06:00 (America/Chicago)”. */
  Made: z.string(),
})
export type Report = z.output<typeof Report>
