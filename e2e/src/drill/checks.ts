import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signInByForm } from '../screens.ts'
import { listProcesses } from './newcomer.ts'

/** The environment that the checks inspect. */
export interface Drill {
  home: string
  /** Enters commands in the terminal of the drill. */
  run(code: string): Promise<string>
  openPage(): Promise<{ page: Page; faults: string[] }>
}

type Check = (drill: Drill) => Promise<void>

const portal = 'https://localhost:25443'
const mac = 'A4:CF:12:7B:03:9E'
/** The certificates, with the ports where they are presented. */
const presented = [
  ['portal', 25443, ''],
  ['broker', 25883, ''],
  ['database', 25432, '-starttls postgres'],
  ['database', 25433, '-starttls postgres'],
  ['database', 25434, '-starttls postgres'],
] as const

const countReadings = ({ run }: Drill) => run(`psql -Atc 'select count(*) from reading'`)

/** Sends a reading over HTTPS. Returns the response. */
const sendReading = ({ run }: Drill, kind: string, value: number) =>
  run(
    `curl -sS --fail-with-body --cacert tls/ca.pem ${portal}/api/ingest/readings -u ${mac}:$(cat device.key) -H 'content-type: application/json' -d '{"readings":{"${kind}":${value}}}'`,
  )

/** Expects that readings are stored over both HTTPS and MQTT, and that all earlier ones still exist. */
async function expectReadings(drill: Drill): Promise<void> {
  const before = Number(await countReadings(drill))
  expect(before).toBeGreaterThan(0)
  expect(await sendReading(drill, 'light', 300)).toBe('{"Accepted":1,"Duplicates":0,"Rejected":[]}')
  const name = mac.replaceAll(':', '-')
  await drill.run(
    `mosquitto_pub -h localhost -p 25883 --cafile tls/ca.pem -q 1 -u ${name} -P $(cat device.key) -t eot/${name}/readings -m '{"readings":{"light":301}}'`,
  )
  await expect.poll(() => countReadings(drill)).toBe(`${before + 2}`)
}

const serialOf = ({ run }: Drill, name: string) => run(`openssl x509 -noout -serial -in tls/${name}.pem`)

/** Expects that each server presents the certificate in its file, and that it can be verified. */
async function expectCertificates(drill: Drill): Promise<void> {
  for (const [name, port, protocol] of presented) {
    const serial = await serialOf(drill, name)
    const shown = () =>
      drill.run(
        `openssl s_client -connect localhost:${port} ${protocol} -CAfile tls/ca.pem -verify_hostname localhost -verify_return_error 2> /dev/null | openssl x509 -noout -serial`,
      )
    await expect.poll(shown).toBe(serial)
  }
}

const settingIn = ({ home }: Drill, name: string) =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(join(home, 'eot/eot-live.conf'), 'utf8'))?.[1] ?? ''

async function signInWithBrowser(drill: Drill): Promise<Page> {
  const { page } = await drill.openPage()
  const [email, password] = [settingIn(drill, 'ADMIN_EMAIL'), settingIn(drill, 'ADMIN_PASSWORD')]
  await signInByForm(page, portal, { email, password })
  return page
}

const isPrivate = (path: string) => (statSync(path).mode & 0o077) === 0

/** The serial numbers of the certificates before they are renewed, and the number of readings in the backup. */
const noted = { serials: [] as string[], readings: '', token: '' }

/** The checks to run after each block of commands, by the heading above it. */
export const checks: Record<string, Check[]> = {
  'The program': [
    async ({ home }) => expect(statSync(join(home, 'eot/program/eot-live')).mode & 0o100).toBe(0o100),
    async ({ run }) => expect(await run('pwd; echo $PGPORT')).toMatch(/\/eot\n25432$/),
  ],
  Certificates: [
    async (drill) => {
      const names = ['database', 'broker', 'portal']
      for (const name of names)
        await drill.run(`openssl verify -CAfile tls/ca.pem -verify_hostname localhost tls/${name}.pem`)
      const keys = ['ca', ...names].map((name) => join(drill.home, `eot/tls/${name}.key`))
      expect(keys.filter((key) => !isPrivate(key))).toEqual([])
    },
  ],
  'Database servers': [
    async ({ run }) => {
      for (const port of [25432, 25433, 25434]) {
        const ask = `psql -p ${port} -Atc 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'`
        expect(await run(ask)).toBe('t')
        expect(await run(`PGSSLMODE=disable ${ask} || true`)).toContain('no encryption')
        expect(await run(`PGPASSWORD=wrong ${ask} || true`)).toContain('authentication failed')
      }
    },
    async ({ run }) =>
      expect(
        await run(
          `psql -Atc "select result from run_command_on_workers('select ssl from pg_stat_ssl where pid = pg_backend_pid()')"`,
        ),
      ).toBe('t\nt'),
  ],
  Broker: [
    async ({ run }) => {
      const publish = 'mosquitto_pub -h localhost -p 25883 -t eot/a/readings -m {}'
      expect(await run(`${publish} --cafile tls/ca.pem || true`)).toContain('not authorised')
      expect(await run(`${publish} && echo sent || true`)).not.toContain('sent')
    },
  ],
  Processes: [
    async ({ run }) => {
      expect(await run(`psql -Atc "select array_to_string(roles, ',') from process order by 1"`)).toBe(
        'api\napi\ningest\nworker',
      )
      expect(await run(listShards('reading_day'))).toBe('25433|16\n25434|16')
      expect(
        await run(
          `psql -Atc "select bool_and(ssl), count(*) > 5 from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'eot'"`,
        ),
      ).toBe('t|t')
    },
  ],
  Proxy: [
    async (drill) => {
      await expectCertificates(drill)
      expect(await drill.run(`curl -sS --cacert tls/ca.pem ${portal}/`)).toContain('EoT LIVE')
      expect(await drill.run('curl -sSi http://localhost:25080/login')).toContain(`Location: ${portal}/login`)
    },
  ],
  'First sign-in': [
    async (drill) => {
      const page = await signInWithBrowser(drill)
      await page.locator('.live-state .beat').waitFor({ state: 'attached' })
      expect(await drill.run('./api /devices | jq -r .Items[].Name')).toBe('Room 12')
    },
  ],
  'First readings': [
    async (drill) => {
      expect(await countReadings(drill)).toBe('2')
      const page = await signInWithBrowser(drill)
      const ids = await drill.run(
        `./api /devices | jq -r '.Items[] | "siteId=\\(.Site.Id)&deviceId=\\(.Id)"'`,
      )
      await page.goto(`${portal}/devices/live-sensor-data?${ids}`)
      const line = page.getByRole('button', { name: /^Humidity/ })
      await line.waitFor()
      await sendReading(drill, 'humidity', 41)
      await expect.poll(() => line.innerText()).toContain('41')
    },
  ],
  'A backup, and restoring it': [
    async (drill) => {
      expect(isPrivate(join(drill.home, 'eot/first.backup'))).toBe(true)
      noted.readings = await countReadings(drill)
      await sendReading(drill, 'temperature', 30)
    },
    async (drill) => {
      expect(await countReadings(drill)).toBe(noted.readings)
      expect(await drill.run(listShards('reading_day'))).toBe('25433|16\n25434|16')
      await drill.run('./api sign-in')
      expect(await drill.run('./api /devices | jq -r .Items[].Name')).toBe('Room 12')
      await expectReadings(drill)
      noted.token = readFileSync(join(drill.home, 'eot/token'), 'utf8')
    },
  ],
  'Another secret key': [
    async (drill) => {
      expect(readFileSync(join(drill.home, 'eot/token'), 'utf8')).toBe(noted.token)
      expect(await drill.run('./api /devices -w "%{http_code}" || true')).toMatch(/401\ncurl: .*401$|401$/)
      await signInWithBrowser(drill)
      await expectReadings(drill)
      for (const [name] of presented) noted.serials.push(await serialOf(drill, name))
    },
  ],
  'Renewing certificates': [
    async (drill) => {
      await expectCertificates(drill)
      for (const [name] of presented) expect(noted.serials).not.toContain(await serialOf(drill, name))
      await expectReadings(drill)
    },
  ],
  'Adding a node': [expectReadings],
  'A standby for a node': [expectReadings, expectReadings],
  'Removing a node': [
    async (drill) => {
      await expectReadings(drill)
      expect(await drill.run('./eot-live check-audit')).toMatch(/^0 faults/)
    },
  ],
  Stopping: [
    async ({ home }) => {
      const remaining = () => listProcesses(join(home, 'eot/')).map(({ command }) => command)
      await expect.poll(remaining).toEqual([])
    },
  ],
}

const listShards = (table: string) =>
  `psql -Atc "select nodeport, count(*) from citus_shards where table_name = '${table}'::regclass group by 1 order by 1"`
