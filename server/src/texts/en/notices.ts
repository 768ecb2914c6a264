import { findAlertType } from '@eot/contract/vocabulary'

/** Names of types within a title, where they differ from those of the vocabulary. */
const typeNames: Readonly<Record<string, string>> = {
  Temperature: 'High temperature',
  TemperatureLow: 'Low temperature',
  Humidity: 'High humidity',
  HumidityLow: 'Low humidity',
  Tamper: 'Tampering',
  ECO2: 'CO₂ (estimated)',
  NH3: 'NH₃',
  NO2: 'NO₂',
  Particulate: 'PM2.5',
}

const endings: Readonly<Record<string, string>> = {
  EndedByUser: 'since somebody ended it',
  Moved: 'since the device or its site was moved',
  DeviceDeactivated: 'since the device was deactivated',
  DeviceExpired: 'since the device has expired',
  DeviceDeleted: 'since the device was deleted',
  SiteDeactivated: 'since the site was deactivated',
}

/** The texts of notices, in emails, text messages and browsers. Names have been made plain. */
export const notices = {
  typeName: (key: string): string => typeNames[key] ?? findAlertType(key)?.Name ?? key,
  severity: (key: string): string => key,
  title: (type: string, device: string) => `${type} in ${device}`,
  /** A time of another day. */
  onDay: (time: string, day: string) => `${time} on ${day}`,
  level: (level: string) => `level ${level}`,
  endedAt: (time: string) => `Ended at ${time}`,
  reachedSince: (reached: string, since: string) => `${reached ? `${reached}, since` : 'Since'} ${since}`,
  alert: {
    ended: (place: string, lasted: string) => `Ended: ${place}, after ${lasted}`,
    endedLine: (ended: string, lasted: string, peak: string | undefined) =>
      `Ended at ${ended} after ${lasted}${peak ? `, peak ${peak}` : ''}`,
    lasted: (since: string, lasted: string) => `It started at ${since} and lasted ${lasted}.`,
    peak: (peak: string, level: string | undefined) =>
      `Its peak was ${peak}${level ? ` (alert level: ${level})` : ''}.`,
    start: (of: { isLow: boolean; value: string | undefined; level: string | undefined; since: string }) =>
      `It ${of.isLow ? 'fell to' : 'reached'} ${of.value ?? 'its level'} at ${of.since}${of.level ? ` (alert level: ${of.level})` : ''}.`,
    nobody: (what: string) => `Nobody has confirmed: ${what}`,
    notConfirmedFor: (severity: string, open: string) => `${severity}, not confirmed for ${open}`,
    nobodyYet: 'It is still going on and nobody has confirmed it.',
    confirmed: (place: string) => `Confirmed: ${place}`,
    confirmedBy: (name: string | undefined) => (name === undefined ? 'Confirmed' : `Confirmed by ${name}`),
    confirmedLine: (by: string, since: string) => `${by}, still going on since ${since}`,
    confirmedGoesOn: (by: string) => `${by}. It is still going on.`,
    comesBack: (place: string) => `${place} keeps coming back`,
    lineComesBack: (line: string) => `${line}, keeps coming back`,
    goesOn: (severity: string, isUnstable: boolean) =>
      `${severity}, still going on${isUnstable ? ', unstable' : ''}`,
    unstable:
      'It has come and gone several times. It now stays open until the values have been calm for half an hour.',
  },
  device: {
    unnamed: 'A device',
    wasOffline: (where: string) => `${where} was offline`,
    endedWasOffline: (where: string) => `Ended: ${where} was offline`,
    endedLine: (at: string, since: string) => `Ended at ${at}, not heard from since ${since}`,
    endedBy: (at: string, reason: string | null | undefined, since: string) =>
      `The alert ended at ${at}, ${endings[reason ?? ''] ?? 'since such alerts were turned off'}. The device has not been heard from since ${since}.`,
    isBack: (where: string) => `${where} is back online`,
    isOffline: (where: string) => `${where} is offline`,
    backSince: (at: string) => `Back online since ${at}`,
    offlineSince: (at: string) => `Offline since ${at}`,
    reportsSince: (at: string) => `It has reported again since ${at}.`,
    lastHeard: (at: string) => `It was last heard from at ${at}. Until it returns, it raises no alerts.`,
  },
  site: { unnamed: 'a former site' },
  outage: {
    back: (returned: number, devices: number) => `${returned} of ${devices} devices are back`,
    silent: (silent: number, devices: number) =>
      silent === devices ? `${devices} devices` : `${silent} of ${devices} devices`,
    ended: (site: string, count: string) => `Ended: ${site} was offline, ${count}`,
    endedLine: (count: string, at: string) => `${count}, ended at ${at}`,
    others: (count: string) =>
      `${count}. The alerts of other devices have ended, although those have not reported again.`,
    isBack: (site: string, count: string) => `${site} is back online: ${count}`,
    since: (count: string, at: string) => `${count} since ${at}`,
    after: (count: string, lasted: string) => `${count}, after ${lasted}.`,
    isOffline: (site: string, count: string, since: string) => `${site} is offline: ${count} since ${since}`,
    fellSilent: (count: string, since: string) =>
      `${count} went offline at the same time, ${since}, so power or the network of the site is the likely cause.`,
    noAlerts: 'Until they return, they raise no alerts.',
  },
  digest: {
    title: (count: string, sites: readonly string[]) =>
      `${count} notifications from ${sites.length === 1 ? sites[0] : `${sites.length} sites`}`,
    allEnded: 'All have ended',
    goingOn: (count: string) => `${count} still going on`,
    outage: 'Site outage',
    connection: 'Connection',
    more: (count: string, counts: string) => `And ${count} more: ${counts}.`,
  },
  mail: {
    seeAlert: 'See the alert',
    seeAlerts: 'See all alerts',
    seeDevices: 'See the devices',
    confirm: 'Confirm',
    deleted: 'You get this because of a subscription that has been deleted since.',
    /** `names` are of the first ones, in quotation marks. */
    reason: (names: readonly string[], more: number) =>
      `You get this because of the subscription${names.length + more > 1 ? 's' : ''} ${[...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')}.`,
  },
  picture: {
    /** Within a sentence: "temperature", but "CO". */
    sensor(_key: string | null, name: string): string {
      return name === name.toUpperCase() || /\d|[A-Z]{2}/.test(name) ? name : name.toLowerCase()
    },
    noneBefore: (lead: string) => `There are no readings of the ${lead} before.`,
    before: (lead: string, sensor: string, low: string, high: string) =>
      `In the ${lead} before, ${sensor} was ${low === high ? low : `between ${low} and ${high}`}.`,
    farthest: (isLow: boolean, value: string, at: string) =>
      `Its ${isLow ? 'lowest' : 'highest'} value since is ${value}, at ${at}.`,
    last: (value: string, at: string) => `The last reading is ${value}, at ${at}.`,
    title: (sensor: string, from: string, to: string) => `Chart of ${sensor} from ${from} to ${to}`,
    withLevel: (title: string, level: string) => `${title}, with the alert level of ${level}.`,
    level: (value: string) => `level ${value}`,
    now: (value: string) => `${value} now`,
    raised: (time: string) => `Raised ${time}`,
    ended: (time: string) => `Ended ${time}`,
  },
  test: {
    subject: (name: string) => `Test of “${name}”`,
    heading: 'This is a test',
    tag: 'Test',
    why: (sender: string, name: string) =>
      `${sender} sent it to see whom the subscription “${name}” reaches. Nothing has happened.`,
    later: 'When something does happen in its hours, you are told here.',
    see: 'See the subscriptions',
    nothing: 'Test. Nothing has happened.',
    sentIt: 'sent it to see whom this subscription reaches:',
    browserSubject: 'Test of notifications in a browser',
    browserText: 'Notifications of alerts arrive in this browser.',
  },
}
