import { alerts } from '@eot/contract/alerts'
import { blacklists } from '@eot/contract/blacklist'
import { confirmLinks } from '@eot/contract/confirm-links'
import { groups } from '@eot/contract/device-groups'
import { logs } from '@eot/contract/logs'
import { sites } from '@eot/contract/sites'
import { subscriptionTests } from '@eot/contract/subscription-tests'
import { subscriptions } from '@eot/contract/subscriptions'
import { systemMessages } from '@eot/contract/system-messages'
import { lists } from '@eot/contract/user-lists'
import { users } from '@eot/contract/users'
import { confirmLinkCodes, confirmLinkPurpose } from '../../src/features/alerts/index.ts'
import { deriveKey } from '../../src/platform/derive-key.ts'
import { setUpSecondFactor } from '../second-factor.ts'
import { type AuditedChange, newEmail } from './audited-change.ts'

/** Changes of users, sites, groups, lists, system messages and alerts. */
export const administrationChanges: AuditedChange[] = [
  {
    endpoint: users.create,
    rows: ['user.invited'],
    async arrange({ call, db, signIn }) {
      const as = await signIn()
      const viewer = db.selectFrom('role').where('name', '=', 'Viewer').select('id')
      const { id: UserRole } = await viewer.executeTakeFirstOrThrow()
      return () => call(users.create, { body: { FullName: 'Ann', Email: newEmail(), UserRole } }, { as })
    },
  },
  {
    endpoint: users.update,
    rows: ['user.settings_changed'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const input = { params: { id: as.user.id }, body: { Settings: { Theme: 'Dark' } } } as const
      return () => call(users.update, input, { as })
    },
  },
  {
    endpoint: users.resendPassword,
    rows: ['user.password_resent'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.user({ site: as.user.site })
      return () => call(users.resendPassword, { params: { id } }, { as })
    },
  },
  {
    endpoint: logs.resendEmail,
    rows: ['mail.resent'],
    async arrange({ call, make, signIn }) {
      const as = await signIn({ role: 'System Administrator' })
      const user = await make.user({ site: as.user.site })
      const { id } = await make.mail({ user, kind: 'PasswordChanged', status: 'failed' })
      return () => call(logs.resendEmail, { params: { id } }, { as })
    },
  },
  {
    endpoint: users.delete,
    rows: ['user.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.user({ site: as.user.site })
      return () => call(users.delete, { params: { id } }, { as })
    },
  },
  {
    endpoint: users.resetTwoFactor,
    rows: ['second_factor.reset'],
    async arrange(app) {
      const as = await app.signIn()
      const { user, ...other } = await app.signIn(await app.make.user({ site: as.user.site }))
      await setUpSecondFactor(app, other)
      return () => app.call(users.resetTwoFactor, { params: { id: user.id } }, { as })
    },
  },
  {
    endpoint: sites.create,
    rows: ['site.created'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      return () => call(sites.create, { body: { Name: 'A new one', TimeZone: 'UTC' } }, { as })
    },
  },
  {
    endpoint: sites.update,
    rows: ['site.moved_away', 'site.updated'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const [{ id }, other] = [
        await make.site({ parent: as.user.site }),
        await make.site({ parent: as.user.site }),
      ]
      const body = { Name: 'Another', ParentSite: other.id }
      return () => call(sites.update, { params: { id }, body }, { as })
    },
  },
  {
    endpoint: sites.move,
    rows: ['site.moved_away', 'site.moved', 'site.moved_away', 'site.moved'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const parent = as.user.site
      const [a, b, to] = [
        await make.site({ parent }),
        await make.site({ parent }),
        await make.site({ parent }),
      ]
      return () => call(sites.move, { body: { SiteIds: [a.id, b.id], ParentSite: to.id } }, { as })
    },
  },
  {
    endpoint: sites.remove,
    rows: ['device.deleted', 'site.deleted', 'site.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id, name } = await make.site({ parent: as.user.site })
      await make.device({
        site: await make.site({ parent: { ...as.user.site, id, path: `${as.user.site.path}${id}/` } }),
      })
      return () => call(sites.remove, { params: { id }, query: { Name: name } }, { as })
    },
  },
  {
    endpoint: sites.createGatewayToken,
    rows: ['gateway_token.created'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const params = { id: as.user.site.id }
      return () => call(sites.createGatewayToken, { params, body: { Name: 'A' } }, { as })
    },
  },
  {
    endpoint: sites.revokeGatewayToken,
    rows: ['gateway_token.revoked'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const { id } = as.user.site
      const { data } = await call(sites.createGatewayToken, { params: { id }, body: { Name: 'A' } }, { as })
      return () => call(sites.revokeGatewayToken, { params: { id, tokenId: data.Id } }, { as })
    },
  },
  {
    endpoint: groups.create,
    rows: ['device_group.created'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      return () => call(groups.create, { body: { Name: 'A' } }, { as })
    },
  },
  {
    endpoint: groups.update,
    rows: ['device_group.updated'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.deviceGroup({ site: as.user.site })
      return () => call(groups.update, { params: { id }, body: { Name: 'A' } }, { as })
    },
  },
  {
    endpoint: groups.remove,
    rows: ['device_group.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.deviceGroup({ site: as.user.site })
      return () => call(groups.remove, { params: { id } }, { as })
    },
  },
  {
    endpoint: lists.create,
    rows: ['user_list.created'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      return () => call(lists.create, { body: { Name: 'A' } }, { as })
    },
  },
  {
    endpoint: lists.update,
    rows: ['user_list.updated'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.userList({ site: as.user.site })
      return () => call(lists.update, { params: { id }, body: { Name: 'A' } }, { as })
    },
  },
  {
    endpoint: lists.remove,
    rows: ['user_list.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.userList({ site: as.user.site })
      return () => call(lists.remove, { params: { id } }, { as })
    },
  },
  {
    endpoint: blacklists.update,
    rows: ['blacklist.unblocked'],
    async arrange({ call, make, signInAsRoot }) {
      const as = await signInAsRoot()
      const { id } = await make.blacklistEntry()
      return () => call(blacklists.update, { params: { id }, body: { IsBlocked: false } }, { as })
    },
  },
  {
    endpoint: blacklists.endMine,
    rows: ['blacklist.unblocked'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      await make.blacklistEntry({ receiver: as.user.email })
      return () => call(blacklists.endMine, { body: { Type: 'Email' } }, { as })
    },
  },
  {
    endpoint: subscriptions.create,
    rows: ['subscription.created'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const body = { Name: 'A', Devices: 'All' as const, Users: [as.user.id] }
      return () => call(subscriptions.create, { body }, { as })
    },
  },
  {
    endpoint: subscriptions.update,
    rows: ['subscription.updated'],
    async arrange({ call, signIn }) {
      const as = await signIn()
      const body = { Name: 'A', Devices: 'All' as const, Users: [as.user.id] }
      const { data } = await call(subscriptions.create, { body }, { as })
      const input = { params: { id: data.Id }, body: { Name: 'B' } }
      return () => call(subscriptions.update, input, { as })
    },
  },
  {
    endpoint: subscriptionTests.send,
    rows: ['subscription.tested'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.subscription({ site: as.user.site })
      return () => call(subscriptionTests.send, { params: { id }, body: { To: 'Me' } }, { as })
    },
  },
  {
    endpoint: subscriptions.remove,
    rows: ['subscription.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.subscription({ site: as.user.site })
      return () => call(subscriptions.remove, { params: { id } }, { as })
    },
  },
  {
    endpoint: systemMessages.create,
    rows: ['system_message.created'],
    async arrange({ call, signIn }) {
      const as = await signIn({ role: 'System Administrator' })
      return () => call(systemMessages.create, { body: { Title: 'A' } }, { as })
    },
  },
  {
    endpoint: systemMessages.update,
    rows: ['system_message.updated'],
    async arrange({ call, make, signIn }) {
      const as = await signIn({ role: 'System Administrator' })
      const { id } = await make.systemMessage({ site: as.user.site })
      return () => call(systemMessages.update, { params: { id }, body: { Title: 'A' } }, { as })
    },
  },
  {
    endpoint: systemMessages.remove,
    rows: ['system_message.deleted'],
    async arrange({ call, make, signIn }) {
      const as = await signIn({ role: 'System Administrator' })
      const { id } = await make.systemMessage({ site: as.user.site })
      return () => call(systemMessages.remove, { params: { id } }, { as })
    },
  },
  {
    endpoint: alerts.update,
    rows: ['alert.confirmed'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.alert({ device: await make.device({ site: as.user.site }) })
      return () => call(alerts.update, { params: { id }, body: { Confirmed: true } }, { as })
    },
  },
  {
    endpoint: confirmLinks.confirm,
    rows: ['alert.confirmed'],
    async arrange({ call, make, signIn }) {
      const as = await signIn()
      const { id } = await make.alert({ device: await make.device({ site: as.user.site }) })
      const expiresAt = new Date(Date.now() + 3_600_000)
      const Code = confirmLinkCodes(deriveKey(Buffer.alloc(32, 7), confirmLinkPurpose)).write({
        alertId: id,
        userId: as.user.id,
        expiresAt,
      })
      return () => call(confirmLinks.confirm, { body: { Code, Disposition: 'Real' } }, { as })
    },
  },
]
