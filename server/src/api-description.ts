import { About } from '@eot/contract/about'
import { Alert } from '@eot/contract/alerts'
import { Tokens } from '@eot/contract/auth'
import { Device, DeviceState, EffectiveRule, QuarantineRow } from '@eot/contract/devices'
import { features } from '@eot/contract/endpoints'
import { IngestAnswer } from '@eot/contract/ingest'
import { AlertMessage, DeviceMessage } from '@eot/contract/live'
import { EmailLogEntry } from '@eot/contract/logs'
import { Series } from '@eot/contract/sensors'
import { GatewayToken, Site, SitePath, SiteTreeNode } from '@eot/contract/sites'
import { TwoFactorSetup, TwoFactorState } from '@eot/contract/two-factor'
import { GrantedPermissions, User } from '@eot/contract/users'
import { Named } from '@eot/contract/wire'
import { createApiDocument } from './platform/http/api-document.ts'

/** Answers that are spoken of by name in the documentation. */
const named = {
  About,
  Alert,
  AlertMessage,
  Device,
  DeviceMessage,
  DeviceState,
  EffectiveRule,
  EmailLogEntry,
  GatewayToken,
  GrantedPermissions,
  IngestAnswer,
  Named,
  QuarantineRow,
  Series,
  Site,
  SitePath,
  SiteTreeNode,
  Tokens,
  TwoFactorSetup,
  TwoFactorState,
  User,
}

export function describeApi(title: string): Record<string, unknown> {
  return createApiDocument({ title, version: '1', features, named })
}
