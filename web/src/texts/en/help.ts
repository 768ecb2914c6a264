/** The help page. */
export const help = {
  title: 'Help',
  sub: 'The guide, keyboard shortcuts, sensors, how a device connects, and whom to ask',
  guide: {
    title: 'Guide',
    'on-duty': { title: 'On duty', text: 'What to do when a phone buzzes' },
    'managing-a-site': { title: 'Managing a site', text: 'Who is told, and what the history shows' },
    administering: { title: 'Administering', text: 'Sites, devices and people' },
  },
  keys: {
    title: 'Keyboard shortcuts',
    search: 'Search sites, devices, people and pages; / does the same',
    go: 'Go to the dashboard; other letters after G open other pages',
    all: 'All shortcuts of the page you are on',
    list: 'In a list: select the row, find in the list',
    tab: 'Next control; Shift and Tab: the previous one',
    rows: 'In a list or with details open: next and previous row',
    esc: 'Close the details, a menu or a dialog',
    confirm: 'With an alert open: confirm it',
    space: 'On the live page: pause and resume the values',
    single: 'Single-key shortcuts can be turned off in your account.',
    singleOff: 'You have turned single-key shortcuts off.',
    account: 'Account',
    arrows: 'In a chart, menu or list of choices: move',
  },
  sensors: {
    title: 'Sensors',
    text: 'What a device can measure. Not every model has all of them. Bands are shown where a public standard grades the values.',
    span: '{{from}} to {{to}}',
    above: 'above {{value}}',
    upTo: 'up to {{value}}',
    noBands: 'no public standard',
    noUnit: 'index',
  },
  connect: {
    title: 'How a device connects',
    add: 'Add the device with its hardware address under DEVICES. Its key is shown once.',
    report:
      'The device reports over MQTT or HTTP with its hardware address as the user name and its key as the password. The page shows commands to copy.',
    wait: 'The page waits for the first reading, and shows what was rejected and why.',
    offline:
      'A device that is silent for several report intervals counts as offline. Its open alerts stay open for 24 hours, then end.',
    link: 'Add a device',
    api: 'API documentation',
  },
  imports: {
    title: 'Importing many at once',
    file: 'Devices and sites can be added and changed by a CSV file with the columns of the exported lists. Each page offers a template.',
    check:
      'The portal first shows what each line would do: create, change, nothing, or why it cannot be imported. Nothing is written yet.',
    apply:
      'Then all of it is written or nothing. Lines that cannot be imported are left out; download them with the reasons, correct them and import them again.',
    undo: 'For ten minutes the import can be undone. What has been changed since stays as it is.',
    devices: 'Import devices',
    sites: 'Import sites',
  },
  contact: {
    title: 'Whom to ask',
    text: 'Administrators of your site invite people, change roles and reset passwords and second factors. For problems with the service, tell your system administrator the version and what you saw.',
    site: 'Your site',
    role: 'Your role',
    version: 'Version',
    announcements: 'Announcements',
  },
}
