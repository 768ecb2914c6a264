import { About } from '@eot/contract/about'
import { AlertCount, AlertHeatmap, AlertSeries } from '@eot/contract/alert-counts'
import { Alert } from '@eot/contract/alerts'
import { Tokens } from '@eot/contract/auth'
import { BackTest, BackTestReceiver } from '@eot/contract/back-tests'
import { BlacklistEntry, OwnBlock } from '@eot/contract/blacklist'
import { DeviceCommandRecord } from '@eot/contract/commands'
import { ConfirmLink } from '@eot/contract/confirm-links'
import { DeviceConnection } from '@eot/contract/connections'
import { Device, DeviceRecord, DeviceState } from '@eot/contract/devices'
import type { Endpoint } from '@eot/contract/endpoint'
import { features } from '@eot/contract/endpoints'
import { Hint } from '@eot/contract/hints'
import { Import, ImportLine } from '@eot/contract/imports'
import { IngestAnswer } from '@eot/contract/ingest'
import { AlertMessage, DeviceMessage } from '@eot/contract/live'
import { DeliveryFigures, LoggedMessage, LoggedMessageDetails, MessageAttempt } from '@eot/contract/logs'
import { MaintenanceRow, MaintenanceWindow } from '@eot/contract/maintenance'
import { Model } from '@eot/contract/models'
import { PortalNotice } from '@eot/contract/notifications'
import { OwnReport, OwnReportRow } from '@eot/contract/own-reports'
import { PushBrowser, PushBrowsers, PushRegistration } from '@eot/contract/push'
import { QuarantineRow } from '@eot/contract/quarantine'
import { Report } from '@eot/contract/report-model'
import { ReportRecord, ReportSettings } from '@eot/contract/reports'
import { EffectiveRule, LevelSuggestion } from '@eot/contract/rules'
import { CoverageSpan, Schedule, SiteCoverage } from '@eot/contract/schedule'
import { Series } from '@eot/contract/sensors'
import { Site } from '@eot/contract/site-fields'
import { GatewayToken, SitePath, SiteTreeNode } from '@eot/contract/sites'
import { PersonReach } from '@eot/contract/subscription-reach'
import { Subscription, SubscriptionRow } from '@eot/contract/subscriptions'
import { AlertNotice, SubscriptionAnswer } from '@eot/contract/told'
import { TwoFactorSetup, TwoFactorState } from '@eot/contract/two-factor'
import { GrantedPermissions, User } from '@eot/contract/users'
import { WebhookEvent, WebhookEventRow } from '@eot/contract/webhook-events'
import { WebhookDelivery } from '@eot/contract/webhook-log'
import { WebhookParam, WebhookParams } from '@eot/contract/webhook-params'
import { WebhookRequest, WebhookRequestRow, WebhookTestResult } from '@eot/contract/webhooks'
import { Named } from '@eot/contract/wire'
import { createApiDocument } from './platform/http/api-document.ts'

/** Response schemas that get a name in the documentation. */
const named = {
  About,
  Alert,
  AlertCount,
  AlertHeatmap,
  AlertMessage,
  AlertNotice,
  AlertSeries,
  BackTest,
  BackTestReceiver,
  BlacklistEntry,
  ConfirmLink,
  CoverageSpan,
  DeliveryFigures,
  Device,
  DeviceCommandRecord,
  DeviceConnection,
  DeviceMessage,
  DeviceRecord,
  DeviceState,
  EffectiveRule,
  GatewayToken,
  GrantedPermissions,
  Hint,
  Import,
  ImportLine,
  IngestAnswer,
  LevelSuggestion,
  LoggedMessage,
  LoggedMessageDetails,
  MessageAttempt,
  MaintenanceRow,
  MaintenanceWindow,
  Model,
  Named,
  OwnBlock,
  PersonReach,
  PortalNotice,
  PushBrowser,
  PushBrowsers,
  PushRegistration,
  QuarantineRow,
  OwnReport,
  OwnReportRow,
  Report,
  ReportRecord,
  ReportSettings,
  Schedule,
  Series,
  Site,
  SiteCoverage,
  SitePath,
  SiteTreeNode,
  Subscription,
  SubscriptionAnswer,
  SubscriptionRow,
  Tokens,
  TwoFactorSetup,
  TwoFactorState,
  User,
  WebhookDelivery,
  WebhookEvent,
  WebhookEventRow,
  WebhookParam,
  WebhookParams,
  WebhookRequest,
  WebhookRequestRow,
  WebhookTestResult,
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
