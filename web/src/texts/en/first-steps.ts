/** Texts of the first steps of a new site, on the dashboard. */
export const firstSteps = {
  title: 'First steps',
  done: '{{done}} of {{count}} done',
  isDone: '(done)',
  hide: 'Hide',
  secure: {
    title: 'Secure your account',
    text: 'With a second factor, a stolen password is not enough to sign in.',
    done: 'Two-factor authentication is on',
    act: 'Set up',
  },
  site: {
    title: 'Name your site',
    text: 'Its time zone decides when people are told of alerts.',
    done: '{{site}}, {{zone}}',
    act: 'Change',
  },
  device: {
    title: 'Connect a device',
    text: 'Have its hardware address ready. It is on the label.',
    done: 'Connected devices are listed under DEVICES',
    act: 'Add device',
  },
  reading: {
    title: 'See its first reading',
    text: 'Values appear here as soon as the device reports.',
    done: 'Readings are coming in',
  },
  told: {
    title: 'Decide who is told',
    text: 'A subscription sends an email or a text message when an alert is raised.',
    done: 'Subscriptions say who is told of which alerts',
    act: 'Add subscription',
  },
  people: {
    title: 'Add your people',
    text: 'Each of them sees only their own site and those below it.',
    done: 'Others can sign in too',
    act: 'Add user',
  },
} as const
