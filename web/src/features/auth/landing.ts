/** Where the portal opens: the requested address unless it was the timeout page, else the dashboard (spec 4). */
export function landingOf(from: string | undefined): { href: string; siteId: string | undefined } {
  const href = from && !from.startsWith('/timeout') && isWithin(from) ? from : '/dashboard'
  const siteId = new URLSearchParams(href.split('?')[1] ?? '').get('siteId')
  return { href, siteId: siteId ?? undefined }
}

/** Accepts only paths of this portal, not "//elsewhere" or full URLs. */
const isWithin = (href: string) => /^\/(?![/\\])/.test(href)

/** Whether the address is a link from an email, which stays valid when the session turns out to be invalid. */
export function isMailLink(from: string | undefined): from is string {
  return from !== undefined && /^\/(reset|confirm)\?/.test(from)
}
