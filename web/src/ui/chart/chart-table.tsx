import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface ChartColumn {
  key: string
  name: ReactNode
}

export interface ChartRow {
  key: number
  cells: readonly string[]
}

interface ChartTableProps {
  /** Caption of the table: what the numbers mean. */
  caption: string
  columns: readonly ChartColumn[]
  /** Called when the table is opened, and on every redraw of the chart while it is open. */
  rows: () => readonly ChartRow[]
}

/** The numbers of a chart as a table. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="btn sm ghost chart-table-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'chart.hideTable' : 'chart.asTable')}
      </button>
      <div id={id} hidden={!open}>
        {open && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          <section className="chart-table" tabIndex={0} aria-label={caption}>
            <table className="table">
              <caption className="vh">{caption}</caption>
              <thead>
                <tr>
                  {columns.map(({ key, name }, n) => (
                    <th key={key} scope="col" className={n === 0 ? undefined : 'num'}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows().map(({ key, cells }) => (
                  <tr key={key}>
                    {cells.map((cell, n) => (
                      <td key={columns[n]?.key} className={n === 0 ? undefined : 'num'}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </div>
    </>
  )
}
