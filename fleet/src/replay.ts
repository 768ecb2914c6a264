/** `npm run replay`: sends recorded CSV files as devices would have sent them. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parseMapping } from './column-mapping.ts'
import { readNamedDevices } from './fleet-file.ts'
import { type ReplayAccount, type ReplayOptions, replayFiles } from './replay-csv.ts'
import type { Speed } from './replay-pace.ts'
import { asError, causeOf } from './trouble.ts'

const usage = `npm run replay -- --folder DIR (--url URL … | --devices devices.json) [options]
  --folder PATH        folder of .csv or .csv.gz files, or one such file; each becomes a device
  --url URL            portal, e.g. http://localhost:8080; creates a site with a device for each file
  --email --password     account to sign in with
  --site-name NAME       name of the new site
  --save-devices FILE    save the device keys, which the portal shows only once, for a later --devices
  --devices FILE       list of existing devices {mac, key, name}; name is the file name without extension
  --map LIST           mapping of columns, e.g. co2=ECO2,pir=motion*3.3333333
  --time-column NAME   column with the time, default timestamp
  --time-zone NAME     time zone of recorded wall times, default UTC
  --shift-to-now       shift all samples so that the last one is now
  --speed FACTOR       max (default), 1 for the recorded pace, 60 for an hour per minute, …
  --protocol NAME      mqtt (default) or http
  --mqtt URL           broker, default the portal's host at port 1883`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      url: { type: 'string' },
      email: { type: 'string' },
      password: { type: 'string' },
      'site-name': { type: 'string' },
      'save-devices': { type: 'string' },
      devices: { type: 'string' },
      map: { type: 'string' },
      'time-column': { type: 'string', default: 'timestamp' },
      'time-zone': { type: 'string', default: 'UTC' },
      'shift-to-now': { type: 'boolean', default: false },
      speed: { type: 'string', default: 'max' },
      protocol: { type: 'string', default: 'mqtt' },
      mqtt: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(usage)
  const given = (name: keyof typeof values): string => {
    const value = values[name]
    if (typeof value !== 'string') throw new RangeError(`--${name} is missing\n${usage}`)
    return value
  }
  const account = async (): Promise<ReplayOptions['devices']> =>
    values.devices
      ? readNamedDevices(values.devices)
      : {
          portalUrl: given('url'),
          email: given('email'),
          password: given('password'),
          siteName: given('site-name'),
        }
  const started = Date.now()
  let reported = started
  const result = await replayFiles({
    path: given('folder'),
    devices: await account(),
    to: target(values.protocol, values.url, values.mqtt),
    speed: speedOf(values.speed),
    timeColumn: values['time-column'],
    timeZone: values['time-zone'],
    ...(values.map !== undefined && { mapping: parseMapping(values.map) }),
    ...(values['shift-to-now'] && { shiftToMs: started }),
    async onReady(plan, devices) {
      console.log(
        `${plan.rowsRead} rows of ${plan.devices.length} files, shifted by ${plan.shiftMs / 1_000} s`,
      )
      const file = values['save-devices']
      if (!file) return
      const keys = devices.map(({ name, mac, key }) => ({ name, mac, key }))
      await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
    },
    onProgress({ rows, acknowledged, messages }) {
      if (Date.now() - reported < 2_000) return
      reported = Date.now()
      const percent = Math.floor((100 * acknowledged) / rows)
      console.log(`${percent} %: ${acknowledged} of ${rows} rows in ${messages} messages acknowledged`)
    },
    onTrouble: (device, error) => console.error(`${device.name} (${device.mac}): ${causeOf(error)}`),
  })
  print(result, (Date.now() - started) / 1_000)
}

function target(protocol: string, url: string | undefined, mqtt: string | undefined): ReplayOptions['to'] {
  if (protocol === 'http') {
    if (!url) throw new RangeError('--protocol http needs --url')
    return { portalUrl: url }
  }
  if (protocol !== 'mqtt') throw new RangeError(`--protocol must be mqtt or http, not ${protocol}`)
  return { mqttUrl: mqtt ?? `mqtt://${url ? new URL(url).hostname : 'localhost'}:1883` }
}

function speedOf(text: string): Speed {
  const factor = Number(text)
  if (text !== 'max' && !(factor > 0))
    throw new RangeError(`--speed must be max or a positive number, not ${text}`)
  return text === 'max' ? 'max' : factor
}

function print({ plan, messages, acknowledged, answered }: ReplayAccount, seconds: number): void {
  console.log(`rows read              ${plan.rowsRead} (${plan.rowsSkipped} without a time or a value)`)
  console.log(`distinct rows          ${plan.distinctRows}`)
  console.log(`messages acknowledged  ${messages} with ${acknowledged} rows in ${seconds.toFixed(1)} s`)
  if (!answered) {
    console.log('rejected               not reported over MQTT; see the rejected readings in the portal')
    return
  }
  const { accepted, duplicates, rejected } = answered
  console.log(`accepted               ${accepted}, duplicates ${duplicates}`)
  console.log(`rejected               ${rejected.length}`)
  for (const { name, at, reason } of rejected.slice(0, 20)) {
    console.log(`  ${name} ${new Date(at).toISOString()}: ${reason}`)
  }
}

main().catch((error: unknown) => {
  console.error(causeOf(asError(error)))
  process.exit(1) // devices that are still retrying would keep the process alive
})
