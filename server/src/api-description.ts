import { About } from '@eot/contract/about'
import { Alert } from '@eot/contract/alerts'
import { Tokens } from '@eot/contract/auth'
import { BlacklistEntry } from '@eot/contract/blacklist'
import { DeviceCommandRecord } from '@eot/contract/commands'
import { Device, DeviceRecord, DeviceState } from '@eot/contract/devices'
import type { Endpoint } from '@eot/contract/endpoint'
import { features } from '@eot/contract/endpoints'
import { Import, ImportLine } from '@eot/contract/imports'
import { IngestAnswer } from '@eot/contract/ingest'
import { AlertMessage, DeviceMessage } from '@eot/contract/live'
import { EmailLogEntry, EmailLogMail } from '@eot/contract/logs'
import { Model } from '@eot/contract/models'
import { QuarantineRow } from '@eot/contract/quarantine'
import { EffectiveRule } from '@eot/contract/rules'
import { Series } from '@eot/contract/sensors'
import { Site } from '@eot/contract/site-fields'
import { GatewayToken, SitePath, SiteTreeNode } from '@eot/contract/sites'
import { Subscription } from '@eot/contract/subscriptions'
import { TwoFactorSetup, TwoFactorState } from '@eot/contract/two-factor'
import { GrantedPermissions, User } from '@eot/contract/users'
import { Named } from '@eot/contract/wire'
import { createApiDocument } from './platform/http/api-document.ts'

/** Response schemas that get a name in the documentation. */
const named = {
  About,
  Alert,
  AlertMessage,
  BlacklistEntry,
  Device,
  DeviceCommandRecord,
  DeviceMessage,
  DeviceRecord,
  DeviceState,
  EffectiveRule,
  EmailLogEntry,
  EmailLogMail,
  GatewayToken,
  GrantedPermissions,
  Import,
  ImportLine,
  IngestAnswer,
  Model,
  Named,
  QuarantineRow,
  Series,
  Site,
  SitePath,
  SiteTreeNode,
  Subscription,
  Tokens,
  TwoFactorSetup,
  TwoFactorState,
  User,
}

/** Describes the endpoints that are served; those meant for development only where they are served. */
export function describeApi(title: string, isDevelopment: boolean): Record<string, unknown> {
  const isServed = ({ developmentOnly }: Endpoint) => isDevelopment || !developmentOnly
  const served = Object.entries<Record<string, Endpoint>>(features).map(([feature, calls]) => [
    feature,
    Object.fromEntries(Object.entries(calls).filter(([, endpoint]) => isServed(endpoint))),
  ])
  return createApiDocument({ title, version: '1', features: Object.fromEntries(served), named })
}
