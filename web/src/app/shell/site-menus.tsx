import type { ListedSite } from '@eot/contract/site-fields'
import type { SitePath } from '@eot/contract/sites'
import { Link } from '@tanstack/react-router'
import { Building2, ChevronDown, CornerLeftUp, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InactiveChip } from '../../domain/inactive-chip.tsx'
import { useFoldedNav } from '../../domain/use-folded-nav.ts'
import { siteIdInLink } from '../../session/current-site.ts'
import { useSession } from '../../session/use-session.tsx'
import { Popover } from '../../ui/popover.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { byName } from './site-order.ts'

interface Group {
  title: string
  icon: LucideIcon
  sites: ListedSite[]
}

/** The minimum number of sites for a search field. */
const searchFrom = 9

/** Drop-downs for parent sites and sub-sites; a single one where space is limited. */
export function SiteMenus({ site }: { site: SitePath }) {
  const { t } = useTranslation()
  const narrow = useFoldedNav()
  const below = { title: t('shell.subSites'), icon: Building2, sites: byName(site.subSites) }
  const above = { title: t('shell.parentSites'), icon: CornerLeftUp, sites: byName(site.parentSites) }
  if (narrow)
    return <SiteMenu name={t('shell.siteNav')} groups={[below, above]} count={site.subSites.length} short />
  return (
    <>
      <SiteMenu name={below.title} groups={[below]} count={below.sites.length} />
      <SiteMenu name={above.title} groups={[above]} />
    </>
  )
}

function SiteMenu(props: { name: string; groups: Group[]; count?: number; short?: boolean }) {
  const { name, groups, count, short } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const shown = groups.filter((group) => group.sites.length > 0)
  const total = shown.reduce((sum, group) => sum + group.sites.length, 0)
  if (total === 0) return null

  function handleOpen(next: boolean) {
    setOpen(next)
    setSearch('')
  }

  return (
    <Popover
      label={name}
      className="sites-menu"
      open={open}
      onOpenChange={handleOpen}
      trigger={
        <button
          type="button"
          className="btn sm ghost"
          aria-label={short ? [name, count || ''].join(' ').trim() : undefined}
        >
          {!short && name} {count || (short && <CornerLeftUp className="icon icon-sm" aria-hidden="true" />)}
          <ChevronDown className="icon icon-sm" aria-hidden="true" />
        </button>
      }
    >
      {(close) => (
        <>
          {total >= searchFrom && (
            <div className="picker-search">
              <SearchBox
                label={t('shell.findSite')}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            </div>
          )}
          {shown.map((group) => (
            <SiteGroup key={group.title} group={group} search={search} onFollow={close} />
          ))}
        </>
      )}
    </Popover>
  )
}

function SiteGroup({ group, search, onFollow }: { group: Group; search: string; onFollow: () => void }) {
  const { t } = useTranslation()
  const own = useSession().site
  const wanted = search.trim().toLowerCase()
  const found = group.sites.filter((site) => site.Name.toLowerCase().includes(wanted))
  const Icon = group.icon
  return (
    <>
      <span className="caps">{group.title}</span>
      <ul>
        {found.map((site) => (
          <li key={site.Id}>
            <Link
              className="menu-item"
              to="/dashboard"
              search={{ siteId: siteIdInLink(site.Id, own.siteId) }}
              onClick={onFollow}
            >
              <Icon className="icon" aria-hidden="true" />
              {site.Name}
              {site.IsInactive && <InactiveChip />}
            </Link>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="picker-none">{t('shell.noSite')}</p>}
    </>
  )
}
