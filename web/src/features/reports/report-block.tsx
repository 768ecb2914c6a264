import type { ReportBlock, ReportCell, ReportTable } from '@eot/contract/report-model'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { CsvButton } from '../../lib/lists/download-button.tsx'
import { ReportBarsView, ReportHeatmapView } from './report-charts.tsx'

interface BlockProps {
  block: ReportBlock
  loadTable: (table: string) => Promise<Blob>
}

export function ReportBlockView({ block, loadTable }: BlockProps) {
  switch (block.Kind) {
    case 'Text':
      return <p className="report-say">{block.Text}</p>
    case 'Figures':
      return (
        <dl className="report-figures">
          {block.Items.map(({ Key, Label, Figure, Note }) => (
            <div key={Key}>
              <dt>{Label}</dt>
              <dd>
                <CellText cell={Figure} />
              </dd>
              <dd className="report-figure-note">{Note}</dd>
            </div>
          ))}
        </dl>
      )
    case 'Table':
      return <TableView table={block} loadTable={loadTable} />
    case 'Bars':
      return <ReportBarsView bars={block} />
    case 'Heatmap':
      return <ReportHeatmapView heatmap={block} />
    case 'Curve':
      return null // only in the incident report, which is a PDF
  }
}

function TableView({
  table,
  loadTable,
}: {
  table: ReportTable
  loadTable: (table: string) => Promise<Blob>
}) {
  return (
    <div className="report-table">
      {table.Rows.length > 0 && (
        // The table scrolls on narrow screens, with the keyboard too.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable
        <section className="scrolls-x" tabIndex={0} aria-label={table.Title}>
          <table className="table">
            <thead>
              <tr>
                {table.Columns.map(({ Key, Title, IsNumber }) => (
                  <th key={Key} scope="col" className={IsNumber ? 'num' : undefined}>
                    {Title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.Rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report never change places
                <tr key={at}>
                  {row.map((cell, index) => (
                    <td
                      key={table.Columns[index]?.Key}
                      className={table.Columns[index]?.IsNumber ? 'num' : undefined}
                    >
                      <CellText cell={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {table.Note && <p className="report-say">{table.Note}</p>}
      {table.Rows.length > 0 && (
        <div className="report-csv">
          <CsvButton name={`report-${table.Key}`} load={() => loadTable(table.Key)} />
        </div>
      )}
    </div>
  )
}

function CellText({ cell: { Text, Link } }: { cell: ReportCell }) {
  const router = useRouter()
  if (Link === undefined) return Text
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void router.navigate({ href: Link })
  }
  return (
    <a className="plain-link" href={Link} onClick={follow}>
      {Text}
    </a>
  )
}
