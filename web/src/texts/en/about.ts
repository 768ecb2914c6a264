/** The About page. */
export const about = {
  title: 'About EoT LIVE',
  lead: 'Monitors sites, devices and indoor sensors, and alerts the right people when something is wrong.',
  product: 'Product',
  version: 'Version',
  mode: 'Mode',
  development: 'development',
  license: 'Open source under the MIT License.',
  api: 'API documentation',
  toLogin: 'Go to login',
} as const
