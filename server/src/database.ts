import type { AccessTables } from './access/tables.ts'
import type { AlertTables } from './features/alerts/tables.ts'
import type { AuthTables } from './features/auth/tables.ts'
import type { BlacklistTables } from './features/blacklist/tables.ts'
import type { CollectionTables } from './features/collections/tables.ts'
import type { CommandTables } from './features/commands/tables.ts'
import type { DeviceTables } from './features/devices/tables.ts'
import type { EventTables } from './features/events/tables.ts'
import type { ForecastTables } from './features/forecast/tables.ts'
import type { HealthTables } from './features/health/tables.ts'
import type { HintTables } from './features/hints/tables.ts'
import type { ImportTables } from './features/imports/tables.ts'
import type { IngestTables } from './features/ingest/tables.ts'
import type { ListTables } from './features/lists/tables.ts'
import type { MaintenanceTables } from './features/maintenance/tables.ts'
import type { MessageTables } from './features/messages/tables.ts'
import type { NotificationTables } from './features/notifications/tables.ts'
import type { OutageTables } from './features/outages/tables.ts'
import type { PortalNoticeTables } from './features/portal-notices/tables.ts'
import type { PushTables } from './features/push/tables.ts'
import type { QualityTables } from './features/quality/tables.ts'
import type { RatingTables } from './features/ratings/tables.ts'
import type { ReadingTables } from './features/readings/tables.ts'
import type { ReportTables } from './features/reports/tables.ts'
import type { SiteTables } from './features/sites/tables.ts'
import type { SubscriptionTables } from './features/subscriptions/tables.ts'
import type { SystemMessageTables } from './features/system-messages/tables.ts'
import type { UserTables } from './features/users/tables.ts'
import type { WeatherTables } from './features/weather/tables.ts'
import type { WebhookTables } from './features/webhooks/tables.ts'

/** The tables used by typed queries. Rollup tables, with four columns per sensor kind, use generated SQL. */
export interface Database
  extends AccessTables,
    AlertTables,
    AuthTables,
    CollectionTables,
    CommandTables,
    DeviceTables,
    EventTables,
    ForecastTables,
    HealthTables,
    HintTables,
    ImportTables,
    IngestTables,
    ListTables,
    MaintenanceTables,
    MessageTables,
    NotificationTables,
    OutageTables,
    BlacklistTables,
    SubscriptionTables,
    PortalNoticeTables,
    PushTables,
    QualityTables,
    RatingTables,
    ReadingTables,
    ReportTables,
    SiteTables,
    SystemMessageTables,
    UserTables,
    WeatherTables,
    WebhookTables {}
