import { sectionOf } from './chunks.queries.ts'
import { sections } from './reading-chunk.ts'
import { columnKeys, columnNames } from './sensor-columns.ts'

const caseOf = (sensor: string, pick: (column: number) => string) =>
  `case ${sensor} ${columnKeys.map((key, column) => `when '${key}' then ${pick(column)}`).join(' ')} end`

/**
 * SQL for whether a device has sent a value of a sensor after a time, given as SQL expressions. Of the past, so much is
 * unpacked: a device may report once a day.
 */
export const hasValueSince = (device: string, sensor: string, since: string): string => `(
  exists (
    select from reading r where r.device_no = ${device} and r.at > ${since}
      and ${caseOf(sensor, (column) => `r.${columnNames[column]}`)} is not null)
  or exists (
    select from reading_chunk c
    cross join lateral unnest(
      unpack_numbers(${sectionOf(sections.times)}, c.count),
      unpack_numbers(${caseOf(sensor, (column) => sectionOf(sections.kind(column)))}, c.count)
    ) as r (after, value)
    where c.device_no = ${device} and c.start > ${since} - interval '1 day' and r.value is not null
      and c.start + r.after * interval '1 millisecond' > ${since}))`
