/** What this is, for everybody. */
export const about = {
  title: 'About EoT LIVE',
  lead: 'Watches sites, devices and indoor sensors, and tells the right people when something is wrong.',
  product: 'Product',
  version: 'Version',
  mode: 'Mode',
  development: 'development',
  licence: 'Open source, under the MIT licence.',
  api: 'Documentation of the API',
  toLogin: 'Go to login',
} as const
