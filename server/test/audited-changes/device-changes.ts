import { commands } from '@eot/contract/commands'
import { devices } from '@eot/contract/devices'
import { imports } from '@eot/contract/imports'
import { models } from '@eot/contract/models'
import { rules } from '@eot/contract/rules'
import { defaultModelId } from '../../src/features/devices/index.ts'
import { importsAs } from '../import-file.ts'
import { type AuditedChange, newMac } from './audited-change.ts'

/** Changes of devices, their models and alert rules. */
export const deviceChanges: AuditedChange[] = [
  {
    endpoint: imports.keys,
    rows: ['import.keys_issued'],
    async arrange(app) {
      const as = await app.signIn()
      const { check, apply } = importsAs(app, as)
      const models = app.db.selectFrom('device_model').where('is_active', '=', true)
      const model = await models.select('name').executeTakeFirstOrThrow()
      const { Id } = await check(`Name,Mac,Model\nLibrary,${newMac()},"${model.name}"\n`)
      await apply(Id)
      return () => app.call(imports.keys, { params: { id: Id } }, { as })
    },
  },
  {
    endpoint: devices.create,
    rows: ['device.created'],
    async arrange({ call, db, signIn }) {
      const as = await signIn()
      const model = await db.selectFrom('device_model').select('id').executeTakeFirstOrThrow()
      return () => call(devices.create, { body: { Name: 'A', Mac: newMac(), Model: model.id } }, { as })
    },
  },
  {
    endpoint: devices.update,
    rows: ['device.changed'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.device({ site: as.user.site })
      return () => call(devices.update, { params: { id }, body: { Name: 'B' } }, { as })
    },
  },
  {
    endpoint: commands.refresh,
    rows: ['device.refresh_requested'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.device({ site: as.user.site })
      return () => call(commands.refresh, { params: { id } }, { as })
    },
  },
  {
    endpoint: devices.claim,
    rows: ['device.claimed'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { mac: MacAddress } = await make.device({ site: null })
      return () => call(devices.claim, { body: { MacAddress } }, { as })
    },
  },
  {
    endpoint: devices.release,
    rows: ['device.released'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.device({ site: as.user.site })
      return () => call(devices.release, { params: { id }, body: {} }, { as })
    },
  },
  {
    endpoint: devices.remove,
    rows: ['device.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.device({ site: as.user.site })
      return () => call(devices.remove, { params: { id } }, { as })
    },
  },
  {
    endpoint: models.create,
    rows: ['model.created'],
    async arrange({ call, signInAsRoot }) {
      const as = await signInAsRoot()
      return () => call(models.create, { body: { Name: `EoT ${newMac()}`, Kinds: ['CO'] } }, { as })
    },
  },
  {
    endpoint: models.update,
    rows: ['model.changed'],
    async arrange({ call, db, signInAsRoot }) {
      const as = await signInAsRoot()
      // The default model cannot be retired.
      const others = db.selectFrom('device_model').where('id', '<>', defaultModelId)
      const { id } = await others.select('id').executeTakeFirstOrThrow()
      return () => call(models.update, { params: { id }, body: { IsActive: false } }, { as })
    },
  },
  ...[rules.changeDevice, rules.changeSite, rules.changeModel].map(
    (endpoint): AuditedChange => ({
      endpoint,
      rows: ['rules.changed'],
      async arrange({ call, db, make, signIn, signInAsRoot }) {
        const site = await make.site()
        const device = await make.device({ site })
        const model = await db.selectFrom('device_model').select('id').executeTakeFirstOrThrow()
        const isModel = endpoint === rules.changeModel
        const as = isModel ? await signInAsRoot() : await signIn({ site })
        const { id } = isModel ? model : endpoint === rules.changeSite ? site : device
        return () => call(endpoint, { params: { id }, body: { Rules: { CO: { RaiseLevel: 30 } } } }, { as })
      },
    }),
  ),
  {
    endpoint: devices.replaceKey,
    rows: ['device.key_replaced'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.device({ site: as.user.site })
      return () => call(devices.replaceKey, { params: { id }, body: { OverlapSeconds: 60 } }, { as })
    },
  },
  {
    endpoint: devices.revokeKey,
    rows: ['device.key_revoked'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.device({ site: as.user.site })
      return () => call(devices.revokeKey, { params: { id } }, { as })
    },
  },
  {
    endpoint: devices.endAlerts,
    rows: ['device.alerts_ended'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.device({ site: as.user.site })
      // The first reading creates the device's state.
      await call(devices.endAlerts, { params: { id } }, { as })
      return () => call(devices.endAlerts, { params: { id } }, { as })
    },
  },
]
