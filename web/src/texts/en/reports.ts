/** The pages below Reports. */
export const reports = {
  title: 'Reports',
  sub: 'For this site and all sites below it',
  pages: {
    '/reports/alerts': 'Every alert that started in a time range, with who confirmed it and what it was',
    '/reports/alert-activity': 'When and where alerts start, compared with the period before',
  },
  alerts: 'Alert report',
  print: 'Print',
  ended: 'Ended',
  confirmedAfter: 'Confirmed after',
  comment: 'Comment',
  confirmedShare: '{{share}} confirmed, half of them within {{duration}}',
  noneConfirmed: 'None confirmed',
  realCount_one: '{{count}} real',
  realCount_other: '{{count}} real',
  falseCount_one: '{{count}} false alarm',
  falseCount_other: '{{count}} false alarms',
  noneYet: 'No alerts started in this time range',
  noneYetText: 'Choose a longer time range, or another site.',
}
