/** Notifications in browsers while the portal is closed. */
export const push = {
  title: 'Browser notifications',
  here: 'This browser',
  hint: 'Shows alerts that your subscriptions notify you of, even while the portal is closed, until you sign out.',
  support: {
    denied:
      'Notifications are blocked for this site. Allow them in the settings of the browser, then reload.',
    install:
      'Add the portal to the home screen first: tap Share, then Add to Home Screen, and open it there.',
    insecure: 'Needs a secure connection. Open the portal with https.',
    unsupported: 'This browser cannot show notifications while the portal is closed.',
  },
  notPermitted:
    'Notifications stay off. To turn them on, allow them when the browser asks, or in its settings.',
  failed: 'The notification service of this browser cannot be reached. Try again later.',
  noticesOff: 'Notifications are off in your profile, so only tests arrive.',
  test: 'Send a test',
  tested: 'The test is on its way',
  others: 'Other browsers',
  seen: 'Portal last opened',
  remove: 'Turn off in {{name}}',
  removed: 'Notifications are off in {{name}}',
  browser: '{{browser}} on {{system}}',
  unknown: 'Unknown browser',
} as const
