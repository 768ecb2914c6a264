/** The letter after G that opens a page (prototype `command-palette`). */
export const goKeys: Readonly<Record<string, string>> = {
  d: '/dashboard',
  a: '/alerts',
  v: '/devices',
  l: '/devices/live-sensor-data',
  h: '/devices/historical-sensor-data',
  r: '/ratings',
  u: '/users',
  s: '/site',
  m: '/admin',
}

/** The letter that opens this page after G. */
export const goKeyOf = (path: string): string | undefined =>
  Object.entries(goKeys).find(([, to]) => to === path)?.[0]
