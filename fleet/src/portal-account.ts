/** The portal rejected an API request. */
export class PortalRefused extends Error {
  override readonly name = 'PortalRefused'
}

export interface PortalAccount {
  readonly portalUrl: string
  readonly email: string
  readonly password: string
}

export interface RegisteredDevice {
  readonly id: string
  readonly name: string
  readonly mac: string
  readonly key: string
}

/** Sets up what a replay needs through the public API, as an administrator would. */
export interface PortalSession {
  /** Creates a sub-site of the account's own site and returns its id. */
  createSite(name: string, timeZone: string): Promise<string>
  createDevice(name: string, mac: string, siteId: string): Promise<RegisteredDevice>
}

export async function signIn({ portalUrl, email, password }: PortalAccount): Promise<PortalSession> {
  const { AccessToken } = await call<{ AccessToken?: string }>(portalUrl, 'POST', '/api/auth/login', {
    Email: email,
    Password: password,
  })
  if (!AccessToken) throw new PortalRefused('the portal returned no access token for the sign-in')
  return {
    async createSite(name, timeZone) {
      const own = await call<{ siteId: string }>(
        portalUrl,
        'GET',
        '/api/sites/me/path',
        undefined,
        AccessToken,
      )
      const body = { Name: name, TimeZone: timeZone, ParentSite: own.siteId }
      return (await call<{ Id: string }>(portalUrl, 'POST', '/api/sites', body, AccessToken)).Id
    },
    async createDevice(name, mac, siteId) {
      const body = { Name: name, Mac: mac, SiteId: siteId }
      const made = await call<{ Id: string; Mac: string; DeviceKey: string }>(
        portalUrl,
        'POST',
        '/api/devices',
        body,
        AccessToken,
      )
      return { id: made.Id, name, mac: made.Mac, key: made.DeviceKey }
    },
  }
}

async function call<T>(
  portalUrl: string,
  method: 'GET' | 'POST',
  path: string,
  body: unknown,
  token?: string,
): Promise<T> {
  const response = await fetch(new URL(path, portalUrl), {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  if (!response.ok) throw new PortalRefused(`${method} ${path}: ${response.status} ${problemIn(text)}`)
  return JSON.parse(text)
}

/** The detail of a problem response, or the beginning of the body if it is not one. */
function problemIn(text: string): string {
  try {
    const problem: { ErrorDetail?: string; Errors?: { Path: string; Message: string }[] } = JSON.parse(text)
    const places = (problem.Errors ?? []).map(({ Path, Message }) => `${Path}: ${Message}`)
    return [problem.ErrorDetail ?? text.slice(0, 300), ...places].join('; ')
  } catch {
    return text.slice(0, 300) // not JSON
  }
}
