/** Where the values of a sensor are missing or cannot be relied on. */
export const quality = {
  title: 'Data quality',
  unknown: 'not known',
  Good: 'complete',
  Gap: 'no data',
  Stuck: 'stuck at one value',
  OutOfRange: 'out of range',
  ClockSkew: 'clock ahead',
  Noisy: 'noisy',
  meaning: {
    Gap: 'Readings are missing: more than three report intervals without one, or fewer than 75% of those due.',
    Stuck: 'The same value for longer than a room explains. Ratings leave these hours out.',
    OutOfRange: 'The device sent impossible values, which were rejected. They raise no alerts.',
    ClockSkew:
      'The clock of the device was more than 5 minutes ahead, so readings were stored at the time they arrived.',
    Noisy: 'The values jump back and forth by more than a room explains. Alerts and ratings still use them.',
  },
  findings_one: '{{count}} finding',
  findings_other: '{{count}} findings',
  nothing: 'nothing found',
  span: '{{what}}, {{from}} to {{to}}',
  of: '{{span}}: {{sensors}}',
  allSensors: 'all sensors shown',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  hours: '{{what}} within {{count}} h',
  column: '{{name}} data quality',
}
