/** Where the portal begins: the place asked for, unless it was the timeout page, else the dashboard (spec 4). */
export function landingOf(from: string | undefined): { href: string; siteId: string | undefined } {
  const href = from && !from.startsWith('/timeout') && isWithin(from) ? from : '/dashboard'
  const siteId = new URLSearchParams(href.split('?')[1] ?? '').get('siteId')
  return { href, siteId: siteId ?? undefined }
}

/** A path of this portal: "//elsewhere" and full addresses are not. */
const isWithin = (href: string) => /^\/(?![/\\])/.test(href)

/** The link of a mail is still good when the session it met turned out to be none. */
export function isMailLink(from: string | undefined): from is string {
  return from !== undefined && /^\/(reset|confirm)\?/.test(from)
}
