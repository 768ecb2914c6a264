/** Ending all open alerts of a device. */
export const endAlerts = {
  end: 'End alerts',
  title: 'End all open alerts at {{device}}?',
  text: 'All open alerts at this device end now. Each can be raised again only after its value has returned to normal.',
  ended_one: '{{count}} alert ended',
  ended_other: '{{count}} alerts ended',
  notEnded: 'The alerts could not be ended. {{reason}}',
}
