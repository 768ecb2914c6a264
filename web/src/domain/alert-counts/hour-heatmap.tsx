import '../heat-cell.css'
import './activity.css'
import type { AlertHeatmap } from '@eot/contract/alert-counts'
import { findUnusual, type HeatCell } from '@eot/contract/unusual-cells'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hourLabel } from '../../lib/time/hour-label.ts'
import { hourName, weekdayName, weekdays } from '../../lib/time/weekdays.ts'
import { classNames } from '../../ui/class-names.ts'
import { useFoldedNav } from '../use-folded-nav.ts'
import type { Activity } from './activity.ts'
import { shadeOf } from './shade.ts'
import { UnusualNote } from './unusual-note.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const dayText = (day: number) => weekdayName(day, 'short')

export interface HeatPlace {
  /** 0 is Sunday. */
  day: number
  hour: number
}

interface HourHeatmapProps {
  heatmap: AlertHeatmap
  activity: Activity
  /** The chosen cell. */
  picked?: HeatPlace | undefined
  /** Called with a cell when it is chosen. Omitted: a cell links to the list of its alerts. */
  onPick?: (place: HeatPlace) => void
}

/** The number of alerts that started at each hour of each day of the week. */
export function HourHeatmap({ heatmap, activity, picked, onPick }: HourHeatmapProps) {
  const { t } = useTranslation()
  const isNarrow = useFoldedNav()
  const cells = findUnusual(heatmap.Cells)
  const most = Math.max(1, ...cells.map(({ Count }) => Count))
  const cellOf = (day: number, hour: number) =>
    cells.find(({ DayOfWeek, HourOfDay }) => DayOfWeek === day && HourOfDay === hour)
  const [rows, columns] = isNarrow ? [hours, weekdays] : [weekdays, hours]
  const [rowName, columnName] = isNarrow ? [hourLabel, dayText] : [dayText, hourLabel]
  return (
    <>
      <div className="heatmap-place">
        <table className="heatmap">
          <caption className="vh">{t('activity.heatmap')}</caption>
          <thead>
            <tr>
              <td />
              {columns.map((column) => (
                <th key={column} scope="col">
                  {columnName(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{rowName(row)}</th>
                {columns.map((column) => {
                  const cell = isNarrow ? cellOf(column, row) : cellOf(row, column)
                  return (
                    <td key={column}>
                      {cell && (
                        <Cell
                          cell={cell}
                          most={most}
                          activity={activity}
                          isPicked={picked?.day === cell.DayOfWeek && picked.hour === cell.HourOfDay}
                          onPick={onPick}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <UnusualNote cells={cells} />
    </>
  )
}

interface CellProps {
  cell: HeatCell
  most: number
  activity: Activity
  isPicked: boolean
  onPick: ((place: HeatPlace) => void) | undefined
}

function Cell({ cell, most, activity, isPicked, onPick }: CellProps) {
  const { t } = useTranslation()
  const { DayOfWeek: day, HourOfDay: hour, Count } = cell
  if (Count === 0) return <span className="heat" />
  const label = t(cell.isUnusual ? 'activity.unusualCell' : 'activity.cell', {
    count: Count,
    day: weekdayName(day, 'long'),
    from: hourName(hour),
    to: hourName(hour + 1),
    usual: Math.round(cell.expected),
  })
  const look = {
    className: classNames('heat', cell.isUnusual && 'unusual'),
    'data-shade': shadeOf(Count, most),
    'aria-label': label,
    title: label,
  }
  if (onPick)
    return (
      <button type="button" {...look} aria-pressed={isPicked} onClick={() => onPick({ day, hour })}>
        {Count}
      </button>
    )
  return (
    <Link
      to="/alerts"
      search={{ searchFilters: activity.listed({ days: [day], hours: [hour, hour + 1] }) }}
      {...look}
    >
      {Count}
    </Link>
  )
}
