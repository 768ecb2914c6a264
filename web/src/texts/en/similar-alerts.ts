/** Alerts of the same type at the same device. */
export const similarAlerts = {
  title: 'Similar alerts at this device',
  count_one: '{{count}} in 28 days',
  count_other: '{{count}} in 28 days',
  none: 'No other alert of this type at this device in the last 28 days.',
  peak: 'peak {{value}}',
}
