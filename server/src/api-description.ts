import { Alert } from '@eot/contract/alerts'
import { Tokens } from '@eot/contract/auth'
import { Device, DeviceState, EffectiveRule, QuarantineRow } from '@eot/contract/devices'
import { features } from '@eot/contract/endpoints'
import { IngestAnswer } from '@eot/contract/ingest'
import { AlertMessage, DeviceMessage } from '@eot/contract/live'
import { Series } from '@eot/contract/sensors'
import { GatewayToken, Site, SitePath, SiteTreeNode } from '@eot/contract/sites'
import { GrantedPermissions, User } from '@eot/contract/users'
import { Named } from '@eot/contract/wire'
import { createApiDocument } from './platform/http/api-document.ts'

/** Answers that are spoken of by name in the documentation. */
const named = {
  Alert,
  AlertMessage,
  Device,
  DeviceMessage,
  DeviceState,
  EffectiveRule,
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
  User,
}

export function describeApi(title: string): Record<string, unknown> {
  return createApiDocument({ title, version: '1', features, named })
}
