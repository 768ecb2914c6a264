import { sensorKinds } from '@eot/contract/vocabulary'
import { exportedKinds } from './exported/exported-kinds.ts'
import type { ExportedSite } from './exported-site.queries.ts'

export interface ExportFacts {
  site: ExportedSite
  below: boolean
  takenAt: Date
}

/** Explains the files of an export to readers who do not know the program. */
export function exportReadme({ site, below, takenAt }: ExportFacts): string {
  const files = exportedKinds.map(({ file, about, columns }) => {
    const lines = Object.entries(columns).map(([name, [, meaning]]) => `| \`${name}\` | ${meaning} |`)
    return [`### ${file}`, about, '', '| Column | Meaning |', '| --- | --- |', ...lines].join('\n')
  })
  const kinds = sensorKinds.map(({ key, name, unit }) => `| \`${key}\` | ${name} | ${unit || 'no unit'} |`)
  return [
    `# ${site.name}`,
    `Everything that EoT LIVE knew on ${takenAt.toISOString()} about the site ${site.id}${below ? ' and the sites below it' : ''}, without passwords, keys and other secrets. The files contain personal data.`,
    'Files are CSV in UTF-8 with a header row (RFC 4180); those in `.gz` are compressed with gzip. Times are UTC, and an empty field means unknown, not applicable or unlimited, depending on the column. Lists are in braces, as PostgreSQL writes them.',
    '## Measured values',
    'Values are in these units:',
    ['| Kind | Name | Unit |', '| --- | --- | --- |', ...kinds].join('\n'),
    '### readings/DEVICE.csv.gz\nEach reading of a device: when it was taken, and its values by kind. Older ones have been deleted after the retention of the installation.',
    '### minutes/DEVICE.csv.gz\nMinutes of a device, which are kept for longer: for each kind the number of values, their minimum, maximum and mean.',
    '### hours.csv.gz, days.csv.gz\nThe same for all devices, by hour and by day of the site. It is kept forever.',
    '## Records',
    'A device and its measured values belong to the site where the device is now, or was last. Alerts, messages and the audit log belong to the site where they happened.',
    ...files,
    '',
  ].join('\n\n')
}
