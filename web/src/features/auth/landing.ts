/** Where the portal begins: the place asked for, unless it was the timeout page, else the dashboard (spec 4). */
export function landingOf(from: string | undefined): { href: string; siteId: string | undefined } {
  const href = from && !from.startsWith('/timeout') && isWithin(from) ? from : '/dashboard'
  const siteId = new URLSearchParams(href.split('?')[1] ?? '').get('siteId')
  return { href, siteId: siteId ?? undefined }
}

/** A path of this portal: "//elsewhere" and full addresses are not. */
const isWithin = (href: string) => /^\/(?![/\\])/.test(href)
