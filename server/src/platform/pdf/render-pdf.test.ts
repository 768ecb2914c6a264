import { describe, expect, test } from 'vitest'
import { canReadPdfs, factsOf, fontsIn, linksIn, structureOf, textOf } from '../../../test/read-pdf.ts'
import { watchStalls } from '../../../test/stall-watch.ts'
import type { Paper } from './paper.ts'
import { renderPdf } from './render-pdf.ts'

const longName = 'Boys Restroom <b>2F</b> =HYPERLINK("x") '.repeat(8)

const paper = (rows = 3): Paper => ({
  title: 'Weekly report, Lincoln High School',
  language: 'en',
  author: 'EoT LIVE',
  madeAt: '2026-11-16T12:00:00.000Z',
  size: 'A4',
  header: ['EoT LIVE', 'Weekly report', 'North Campus'],
  footer: 'Created Mon Nov 16, 2026, 06:00',
  pageWords: 'Page {page} of {pages}',
  eyebrow: 'Week 46, Nov 9–15, 2026',
  heading: '45 alerts, 16 more than the week before',
  lede: 'Thursday at 11 alone had 8.',
  sections: [
    {
      title: 'At a glance',
      blocks: [
        {
          kind: 'figures',
          items: Array.from({ length: 6 }, (_, n) => ({
            value: `${n}5`,
            label: 'alerts',
            note: '29 before',
          })),
        },
        {
          kind: 'bars',
          labels: ['Mon 9', 'Tue 10', 'Wed 11', 'Thu 12', 'Fri 13', 'Sat 14', 'Sun 15'],
          series: [
            { name: 'Vape', color: '#a132a9', values: [2, 5, 4, 6, 4, 0, 0] },
            { name: 'Noise', color: '#986828', values: [1, 1, 2, 3, 2, 0, 0] },
          ],
          alt: 'Alerts per day: 3, 6, 6, 9, 6, 0, 0',
        },
        {
          kind: 'heatmap',
          rows: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, day) => ({
            label,
            cells: Array.from({ length: 24 }, (_, hour) => ({
              count: day === 3 && hour === 11 ? 8 : (day * hour) % 5 === 4 ? 2 : 0,
              isMarked: day === 3 && hour === 11,
            })),
          })),
          columns: Array.from({ length: 24 }, (_, hour) => (hour % 3 === 0 ? `${hour}` : '')),
          alt: 'Most on Thursday at 11: 8',
        },
        {
          kind: 'curve',
          points: Array.from(
            { length: 120 },
            (_, n) => [n, n === 40 ? null : 20 + 30 * Math.sin(n / 9)] as const,
          ),
          spans: [[10, 30]],
          levels: [{ value: 40, label: 'Limit 40' }],
          ticks: [
            { at: 20, label: '13:10' },
            { at: 80, label: '13:40' },
          ],
          range: ['−10', '50'],
          alt: 'Vape index from 13:00 to 14:00',
        },
      ],
    },
    {
      title: 'Devices',
      note: 'At most 20 are listed',
      blocks: [
        {
          kind: 'table',
          title: 'Devices with alerts',
          columns: [
            { title: 'Device', isNumber: false },
            { title: 'Site', isNumber: false },
            { title: 'Alerts', isNumber: true },
          ],
          rows: Array.from({ length: rows }, (_, n) => [
            { text: n === 1 ? longName : `Room ${n}`, link: `https://portal.example.org/devices/${n}` },
            { text: 'Lincoln High School' },
            { text: String(n), isStrong: true },
          ]),
        },
      ],
    },
  ],
})

test('the same paper gives the same bytes, and another one does not', async () => {
  const [first, second, other] = await Promise.all([
    renderPdf(paper()),
    renderPdf(paper()),
    renderPdf(paper(4)),
  ])
  expect(first.equals(second)).toBe(true)
  expect(first.equals(other)).toBe(false)
})

test('a table of a thousand rows is laid out without blocking the event loop', async () => {
  const stalls = watchStalls()
  await renderPdf(paper())
  stalls.reset()
  const pdf = await renderPdf(paper(1000))
  expect(await stalls.longestMs()).toBeLessThan(50)
  expect(pdf.length).toBeLessThan(2_000_000)
})

test('nothing in it runs, opens or is loaded from elsewhere', async () => {
  const text = (await renderPdf(paper())).toString('latin1')
  expect(text).not.toMatch(/\/(JS|JavaScript|Launch|EmbeddedFile|OpenAction|SubmitForm|GoToR)\b/)
})

describe.skipIf(!canReadPdfs)('read back by poppler, a PDF', () => {
  test('has its texts, with characters of markup and formulas unchanged', async () => {
    const text = await textOf(await renderPdf(paper()))
    for (const part of ['45 alerts, 16 more than the week before', 'At a glance', 'Room 2', 'Page 1 of 2'])
      expect(text).toContain(part)
    expect(text).toContain('Boys Restroom <b>2F</b> =HYPERLINK("x")')
  })

  test('has each figure complete, and a text beside a number separate from it', async () => {
    const [section] = paper().sections
    const pdf = await renderPdf({
      ...paper(),
      sections: [
        {
          title: 'Figures',
          blocks: [
            {
              kind: 'figures',
              items: Array.from({ length: 6 }, () => ({
                value: '14 h 59 min',
                label: 'to confirm, median',
                note: '1 d 23 h the month before',
              })),
            },
            {
              kind: 'table',
              title: 'Unusual hours',
              columns: [
                { title: 'Hour', isNumber: false },
                { title: 'Usual', isNumber: true },
                { title: 'Mostly', isNumber: false },
              ],
              rows: [[{ text: 'Thu 1 AM' }, { text: '31.3' }, { text: 'Tamper 10' }]],
            },
          ],
        },
        ...(section ? [section] : []),
      ],
      signatures: ['Name and role', 'Signature', 'Date'],
    })
    const text = await textOf(pdf)
    expect(text.match(/14 h 59 min/g)).toHaveLength(6)
    expect(text.match(/1 d 23 h the month before/g)).toHaveLength(6)
    // Words without a gap are read as one.
    for (const word of ['31.3', 'Tamper', 'Usual', 'Mostly', 'Signature'])
      expect(text.split(' ')).toContain(word)
  })

  test('leaves out a table without rows, and names each of several tables', async () => {
    const columns = [{ title: 'Reason', isNumber: false }]
    const table = { kind: 'table', columns } as const
    const pdf = await renderPdf({
      ...paper(),
      sections: [
        {
          title: 'Data quality',
          blocks: [
            { ...table, title: 'Rejected messages', rows: [], note: 'No message was rejected.' },
            { ...table, title: 'Times without data', rows: [[{ text: 'Room 1' }]] },
          ],
        },
      ],
    })
    const structure = await structureOf(pdf)
    expect(structure.match(/H3 \(block\)/g)).toHaveLength(2)
    expect(structure.match(/\bTable\b/g)).toHaveLength(1)
    expect(await textOf(pdf)).toContain('Rejected messages No message was rejected. Times without data')
  })

  test('is tagged: headings, table heads and cells, and pictures with alternative texts', async () => {
    const pdf = await renderPdf(paper(200))
    expect(await factsOf(pdf)).toMatch(/Tagged:\s+yes/)
    const structure = await structureOf(pdf)
    expect(structure).toMatch(/H1 \(block\)[\s\S]*"45 alerts, 16 more/)
    expect(structure.match(/H2 \(block\)/g)).toHaveLength(2)
    expect(structure.match(/\bFigure\b/g)).toHaveLength(3)
    // The head of each page is a repetition, not another row.
    expect(structure.match(/\bTR\b/g)).toHaveLength(201)
    expect(structure.match(/\bTH\b/g)).toHaveLength(3)
    expect(structure.match(/\bLink\b/g)).toHaveLength(200)
  })

  test('embeds its only fonts, links into the portal and numbers its pages', async () => {
    const pdf = await renderPdf(paper(200))
    const fonts = (await fontsIn(pdf)).trim().split('\n').slice(2)
    expect(fonts).toHaveLength(2)
    for (const font of fonts) expect(font).toMatch(/Geist-\w+ .*yes yes yes/)
    expect(await linksIn(pdf)).toContain('https://portal.example.org/devices/199')
    expect(await textOf(pdf)).toMatch(/Page (\d) of \1/)
  })
})
