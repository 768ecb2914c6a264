import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportPlace } from '../../test/export-place.ts'
import { sendSamples } from '../../test/send-samples.ts'
import { testIngest } from '../../test/test-ingest.ts'
import { uuidv7 } from '../platform/db/uuid.ts'
import { exportSite } from './export-site.command.ts'
import { exportedKinds } from './exported/exported-kinds.ts'

const start = Date.parse('2026-11-20T12:00:00Z')

test('the file of each kind has the records of the site, and none of another site', async () => {
  const { db, pool, make, ingest } = await testIngest(start)
  const execute = (text: string, values: unknown[]) => pool.query(text, values)
  const { id: modelId } = await db.selectFrom('device_model').select('id').limit(1).executeTakeFirstOrThrow()

  /** Creates a record for each file. Returns the ids that must not be found in the export of another site. */
  async function fill(): Promise<string[]> {
    const site = await make.site()
    const [device, user] = [await make.device({ site }), await make.user({ site })]
    const group = await make.deviceGroup({ site })
    const former = await make.device({ site })
    await execute('insert into report_interval (device_no, since, seconds) values ($1, now(), 30)', [
      former.no,
    ])
    await execute('update device set site_id = null where id = $1', [former.id])
    const at = new Date(start - 3 * 3_600_000)
    await sendSamples(ingest, device.mac, [
      { at: at.getTime(), readings: { ECO2: 900, particulate: 4 } },
      { at: start, readings: { ECO2: 900, particulate: 4 } },
    ])
    const { id: alert } = await make.alert({ device })
    const [mail] = [await make.mail({ user, site_path: site.path })]
    await execute(
      `insert into message_attempt (id, message_id, at, outcome, duration_ms) values ($1, $2, now(), 'sent', 5)`,
      [uuidv7(), mail.id],
    )
    const delivery = await make.webhookDelivery({ site, device_id: device.id, alert_id: alert })
    await execute(
      `insert into webhook_attempt (id, delivery_id, at, duration_ms, result_code, message) values ($1, $2, now(), 5, 1, '200 OK')`,
      [uuidv7(), delivery.id],
    )
    const made = [
      group,
      delivery,
      await make.userList({ site }),
      await make.systemMessage({ site }),
      await make.subscription({ site }),
      await make.report({ site }),
      await make.ownReport({ site }),
      await make.webhookEvent({ site }),
      await make.maintenance({ site }),
      await make.hint({ device }),
      await make.deviceCommand({ device }),
      await make.csvImport({ site, user }),
    ]
    const ofSite: Record<string, [columns: string, values: unknown[]]> = {
      former_site: ['id, name, path, deleted_at', [uuidv7(), 'Gone', `${site.path}${uuidv7()}/`, at]],
      closed_day: ['site_id, day, name', [site.id, '2026-12-24', 'Recess']],
      former_device: [
        'id, no, mac, name, model_id, site_id, site_path, reason, ended_at',
        [uuidv7(), former.no, former.mac, 'Gone', modelId, site.id, site.path, 'Deleted', at],
      ],
      device_interface: ['device_no, type, ip, connected_at', [device.no, 'WiFi', '10.0.0.7', at]],
      gateway_token: ['id, site_id, name, token_hash', [uuidv7(), site.id, 'Gateway', Buffer.from(site.id)]],
      rating_hour: ['device_no, hour, comfort', [device.no, at, 90]],
      report_interval: ['device_no, since, seconds', [device.no, at, 60]],
      clock_skew: ['device_no, since, until', [device.no, at, new Date(start)]],
      quarantine: [
        'minute, received_at, channel, mac, device_id, site_id, reason, payload, count',
        [at, at, 'mqtt', device.mac, device.id, site.id, 'invalid', '{', 1],
      ],
      outage: ['id, site_id, site_path, started_at', [uuidv7(), site.id, site.path, at]],
      notification: [
        'id, event_seq, kind, at, site_path, device_id, alert_id, user_id, channel, subscription_ids, status, ready_at, created_at',
        [uuidv7(), 1, 'AlertStarted', at, site.path, device.id, alert, user.id, 'email', [], 'told', at, at],
      ],
      portal_notice: [
        'id, user_id, event_seq, kind, at, alert_id, device_id, site_path, created_at',
        [uuidv7(), user.id, device.no, 'AlertStarted', at, alert, device.id, site.path, at],
      ],
      report_setting: ['site_id', [site.id]],
      alert_forecast: [
        'site_id, type_key, day, made_at, mean, low50, high50, low80, high80, last_week, hour_means, hour_lows, hour_highs',
        [site.id, '', '2026-11-21', at, 1, 0, 2, 0, 3, 1, [1], [0], [3]],
      ],
      sensor_forecast: [
        'device_id, sensor, day, made_at, model, point, low50, high50, low80, high80, naive',
        [device.id, 'ECO2', '2026-11-21', at, 'naive', [1], [1], [1], [1], [1], [1]],
      ],
      sensor_forecast_score: [
        'device_id, sensor, day, hours, miss, naive_miss, inside50, inside80',
        [device.id, 'ECO2', '2026-11-21', 24, 1, 1, 12, 20],
      ],
      audit_entry: [
        'actor_id, site_id, site_path, action, details',
        [user.id, site.id, site.path, 'x', '{}'],
      ],
    }
    for (const [table, [columns, values]] of Object.entries(ofSite)) {
      const places = values.map((_, index) => `$${index + 1}`)
      await execute(`insert into ${table} (${columns}) values (${places.join(', ')})`, values)
    }
    return [site, device, user, { id: alert }, mail, ...made].map(({ id }) => id)
  }

  const [[own = ''], foreign] = [await fill(), await fill()]

  const { client, directory, textOf } = await exportPlace(pool)
  const target = join(directory, 'export')
  await exportSite({ client, siteId: own, directory: target, below: true, takenAt: new Date(start) })
  for (const file of [...exportedKinds.map((kind) => kind.file), 'hours.csv.gz']) {
    const text = await textOf('export', file)
    expect(text.trim().split('\n').length, file).toBeGreaterThan(1)
    expect(
      foreign.filter((id) => text.includes(id)),
      file,
    ).toEqual([])
  }
  // The intervals of a device that was released are included.
  expect((await textOf('export', 'report_intervals.csv')).trim().split('\n')).toHaveLength(3)
})

test('deliveries of webhooks of a site above are exported without names and hosts of these', async () => {
  const { pool, make } = await testIngest(start)
  const district = await make.site()
  const school = await make.site({ parent: district })
  const device = await make.device({ site: school })
  for (const [owner, name] of [
    [district, 'of the district'],
    [school, 'of the school'],
  ] as const) {
    const delivery = await make.webhookDelivery({
      site: school,
      device_id: device.id,
      event_name: `Event ${name}`,
      request_name: `Request ${name}`,
      host: `host ${name}`,
      message: `Refused ${name}`,
      request_site_path: owner.path,
    })
    await pool.query(
      `insert into webhook_attempt (id, delivery_id, at, duration_ms, result_code, message) values ($1, $2, now(), 5, 0, $3)`,
      [uuidv7(), delivery.id, `Attempt ${name}`],
    )
  }

  const { client, directory, textOf } = await exportPlace(pool)
  const target = join(directory, 'export')
  await exportSite({ client, siteId: school.id, directory: target, below: true, takenAt: new Date(start) })
  const [deliveries, attempts] = [
    await textOf('export', 'webhook_deliveries.csv'),
    await textOf('export', 'webhook_attempts.csv'),
  ]
  for (const part of ['Event', 'Request', 'host', 'Refused'])
    expect(deliveries).toContain(`${part} of the school`)
  expect(attempts).toContain('Attempt of the school')
  for (const text of [deliveries, attempts]) {
    expect(text.trim().split('\n')).toHaveLength(3)
    expect(text).not.toContain('of the district')
  }
})
