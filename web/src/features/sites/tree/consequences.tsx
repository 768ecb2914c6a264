import type { InheritedField } from '@eot/contract/site-fields'
import type { SiteAction, SiteConsequences } from '@eot/contract/site-tree'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Cpu, FolderTree, History, Layers, RadioTower, Settings2, Users } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { Panel } from '../../../domain/panel.tsx'
import { alertTypeName } from '../../../domain/sensors/sensor-names.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { Effect } from '../../../ui/effect.tsx'
import type { Level } from '../../../ui/glyph.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { settingText } from '../settings/setting-text.ts'

/** A new time zone is explained on the page of the site's settings. */
type Action = Exclude<SiteAction, 'TimeZone'>

interface Question {
  action: Action
  siteIds: readonly string[]
  /** The new parent, for Move. */
  parentSite?: string | undefined
}

/** Reads what an action would affect, as counted by the server now. */
export function useConsequences({ action, siteIds, parentSite }: Question, enabled: boolean) {
  const query = { Action: action, SiteIds: [...siteIds], ...(parentSite && { ParentSite: parentSite }) }
  return useQuery({ ...queryOf(sites.consequences, { query }), enabled, staleTime: 0, gcTime: 0 })
}

/** Lists what an action would affect, before it happens. */
export function Consequences(props: {
  query: ReturnType<typeof useConsequences>
  action: Action
  /** Number of sites that the action applies to, not counting those below them. */
  count?: number
}) {
  const { query, action, count = 1 } = props
  return (
    <Panel query={query} skeleton={<SkeletonRows rows={4} height={36} gap={8} />}>
      {(found) => <ConsequenceList found={found} action={action} count={count} />}
    </Panel>
  )
}

function ConsequenceList(props: { found: SiteConsequences; action: Action; count: number }) {
  const { found, action, count } = props
  const { t } = useTranslation()
  const { OpenAlerts, Alerts, EndedAlerts, Devices, DevicesOnline = 0, Users: people, Changes } = found
  const below = found.Sites - (action === 'Move' ? 0 : count)
  // A process of the release before does not count all of them.
  const collected = (
    [
      ['groups', found.DeviceGroups],
      ['lists', found.UserLists],
      ['messages', found.SystemMessages],
      ['subscriptions', found.Subscriptions],
      ['webhookRequests', found.WebhookRequests],
      ['webhookEvents', found.WebhookEvents],
      ['ownReports', found.OwnReports],
      ['reports', found.Reports],
      ['closedDays', found.ClosedDays],
      ['maintenance', found.MaintenanceWindows],
    ] as const
  ).filter(([, count]) => count > 0)
  /** Nothing is deleted but the site itself. */
  const leavesAll =
    action === 'Delete' &&
    below + OpenAlerts + Devices + people + found.GatewayTokens + found.NamedElsewhere + collected.length ===
      0
  const more = (names: readonly { Name: string }[], count: number) =>
    names.map(({ Name }) => Name).join(', ') +
    (count > names.length ? ` ${t('sites.effect.more', { count: count - names.length })}` : '')
  return (
    <ul className="fx">
      {!leavesAll && <li className="grp">{t(`sites.effect.title.${action}`)}</li>}
      {action !== 'Move' && below > 0 && (
        <Effect icon={FolderTree} n={below} note={more(found.Below, below)}>
          <Trans i18nKey={`sites.effect.below.${action}`} count={below} components={{ b: <b /> }} />
        </Effect>
      )}
      {OpenAlerts > 0 && (
        <Effect
          level={Alerts[0] ? (Alerts[0].Severity.toLowerCase() as Level) : 'caution'}
          n={OpenAlerts}
          note={t(`sites.effect.alertsNote.${action}`)}
        >
          <Trans i18nKey="sites.effect.alerts" count={OpenAlerts} components={{ b: <b /> }} />{' '}
          {Alerts.map(
            ({ AlertType, Type, Device }) => `${alertTypeName({ Key: AlertType, Name: Type })}, ${Device}`,
          ).join('; ')}
        </Effect>
      )}
      {Devices > 0 && (
        <Effect
          icon={Cpu}
          n={Devices}
          note={
            (action !== 'Delete' || DevicesOnline > 0) &&
            t(
              found.DevicesToOtherCustomer > 0
                ? 'sites.effect.devicesNote.toOtherCustomer'
                : `sites.effect.devicesNote.${action}`,
              { count: DevicesOnline },
            )
          }
        >
          <Trans i18nKey={`sites.effect.devices.${action}`} count={Devices} components={{ b: <b /> }} />
        </Effect>
      )}
      {action !== 'Move' && found.GatewayTokens > 0 && (
        <Effect icon={RadioTower} n={found.GatewayTokens}>
          <Trans
            i18nKey={`sites.effect.gateways.${action}`}
            count={found.GatewayTokens}
            components={{ b: <b /> }}
          />
        </Effect>
      )}
      {action === 'Delete' && collected.length > 0 && (
        <Effect icon={Layers} n={collected.reduce((sum, [, count]) => sum + count, 0)}>
          <b>{collected.map(([what, count]) => t(`sites.effect.${what}`, { count })).join(', ')}</b>
        </Effect>
      )}
      {action === 'Delete' && found.NamedElsewhere > 0 && (
        <Effect icon={Layers} n={found.NamedElsewhere} note={t('sites.effect.namedNote')}>
          <Trans i18nKey="sites.effect.named" count={found.NamedElsewhere} components={{ b: <b /> }} />
        </Effect>
      )}
      {found.DevicesLeaving + found.PeopleLeaving > 0 && (
        <Effect
          icon={Layers}
          n={found.DevicesLeaving + found.PeopleLeaving}
          note={t('sites.effect.leavingNote')}
        >
          <b>
            {[
              found.DevicesLeaving > 0 && t('sites.effect.devicesLeaving', { count: found.DevicesLeaving }),
              found.PeopleLeaving > 0 && t('sites.effect.peopleLeaving', { count: found.PeopleLeaving }),
            ]
              .filter((part) => part !== false)
              .join(', ')}
          </b>
        </Effect>
      )}
      {(people > 0 || found.UsersLosing + found.UsersGaining > 0) && (
        <Effect icon={Users} {...(action === 'Delete' && { n: people })}>
          <Trans i18nKey={`sites.effect.people.${action}`} count={people} components={{ b: <b /> }} />{' '}
          {action === 'Move' &&
            t('sites.effect.sight', { losing: found.UsersLosing, gaining: found.UsersGaining })}
        </Effect>
      )}
      {action === 'Delete' && <li className="grp">{t('sites.effect.stays')}</li>}
      {Changes.length > 0 && (
        <Effect icon={Settings2} n={Changes.length} note={<Changed changes={Changes} />}>
          <Trans i18nKey="sites.effect.settings" count={Changes.length} components={{ b: <b /> }} />
        </Effect>
      )}
      <Effect icon={History} note={t(`sites.effect.historyNote.${action}`)}>
        <Trans i18nKey="sites.effect.history" count={EndedAlerts} components={{ b: <b /> }} />
      </Effect>
    </ul>
  )
}

/** Values before and after, with the field they belong to. */
function Changed({ changes }: { changes: SiteConsequences['Changes'] }) {
  const { t } = useTranslation()
  const text = (field: InheritedField, value: string | null) =>
    value === null ? t('sites.effect.none') : settingText(field, value)
  return changes.map(({ Field, Before, After }) => (
    <span className="ba" key={`${Field} ${Before} ${After}`}>
      {t(`sites.field.${Field}`)} <del>{text(Field, Before)}</del>
      <ArrowRight className="icon" aria-hidden="true" />
      <ins>{text(Field, After)}</ins>
    </span>
  ))
}
