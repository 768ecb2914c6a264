import '../sources.css'
import './selection-bar.css'
import type { SiteOverview } from '@eot/contract/site-tree'
import { sites } from '@eot/contract/sites'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Building2, FolderInput, Plus, X } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../lib/api/failure-text.ts'
import { queryOf } from '../../../lib/api/query.ts'
import { useTypedSearch } from '../../../lib/lists/use-typed-search.ts'
import { siteIdInLink, useCurrentSiteId, useTimeZone } from '../../../session/current-site.ts'
import { useFeatures, useSession } from '../../../session/use-session.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { AddSiteDrawer } from '../add-site-drawer.tsx'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { firstOpen, recallOpen, rememberOpen } from './open-sites.ts'
import { RowActions } from './row-actions.tsx'
import { type SiteTree, siteTree, type TreeView, topmost, treeRows } from './site-tree.ts'
import { SiteTreeTable } from './site-tree-table.tsx'
import { type TreeAddress, treeFilters } from './tree-address.ts'
import { blocksOf, type SiteDetails, useSiteDetails } from './use-site-details.ts'

/** All sites at and below the current one as a tree: find, add, move and deactivate them. */
export function SiteTreePage() {
  const { t } = useTranslation()
  const siteId = useCurrentSiteId()
  const timeZone = useTimeZone()
  const query = useQuery(queryOf(sites.tree, { query: { SiteId: siteId } }))
  const tree = useMemo(() => query.data && siteTree(query.data), [query.data])
  const mayAdd = useFeatures('/site/sub-sites').add
  const { add, search = '', show = 'active' } = useSearch({ strict: false }) as TreeAddress // declared by the route
  const navigate = useNavigate()
  const setAddress = (change: TreeAddress, replace = false) =>
    void navigate({
      to: '/admin/sites',
      search: (known: object) => ({ ...known, ...change }),
      replace,
      resetScroll: false,
    })
  const setAdding = (isAdding: boolean) => setAddress({ add: isAdding || undefined })
  const [typed, setTyped] = useTypedSearch(search, (text) => setAddress({ search: text || undefined }, true))
  const addButton = mayAdd && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('sites.tree.add')}
    </Button>
  )
  return (
    <div className={classNames('split site-tree-page', !(add && mayAdd) && 'alone')}>
      <div>
        <PageHead
          title={t('sites.tree.title')}
          actions={
            <>
              <SearchBox
                label={t('sites.tree.find')}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
              {addButton}
            </>
          }
        />
        {tree ? (
          <Tree
            key={siteId}
            tree={tree}
            search={typed}
            show={show}
            onShow={(next) => setAddress({ show: next === 'active' ? undefined : next })}
            addButton={addButton}
          />
        ) : query.isError ? (
          <ErrorPanel text={failureText(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={12} height={28} gap={8} />
        )}
      </div>
      {add && mayAdd && (
        <AddSiteDrawer key={siteId} siteId={siteId} timeZone={timeZone} onClose={() => setAdding(false)} />
      )}
    </div>
  )
}

interface TreeProps extends Pick<TreeView, 'search' | 'show'> {
  tree: SiteTree
  onShow: (show: TreeView['show']) => void
  addButton: ReactNode
}

function Tree({ tree, search, show, onShow, addButton }: TreeProps) {
  const { t } = useTranslation()
  const own = useSession().site.siteId
  const navigate = useNavigate()
  const mayEdit = useFeatures('/site/sub-sites').edit
  const [top] = tree.sites
  const [open, keepOpen] = useState(() => recallOpen(top?.Id ?? '') ?? firstOpen(tree))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [moving, setMoving] = useState<ReadonlySet<string>>()
  const [deactivating, setDeactivating] = useState<string>()
  const [deleting, setDeleting] = useState<string>()
  const rows = useMemo(() => treeRows(tree, { search, show, open }), [tree, search, show, open])
  const [view, setView] = useState({ first: 0, last: 0 })
  const onView = useCallback((first: number, last: number) => setView({ first, last }), [])
  const blocks = useMemo(() => blocksOf(rows, view.first, view.last), [rows, view])
  const { details, failed } = useSiteDetails(blocks)
  const totals = useTotals(top?.Id)
  if (!top) return null
  const setOpen = (next: ReadonlySet<string>) => {
    keepOpen(next)
    rememberOpen(top.Id, next)
  }
  function deactivateInstead(id: string) {
    setDeleting(undefined)
    setDeactivating(id)
  }
  const inactive = tree.sites.filter(({ IsInactive }) => IsInactive).length
  const counts = { active: tree.sites.length - inactive, inactive }
  const matches = rows.filter(({ isAncestor }) => !isAncestor).length
  const leaving = tree.byId.get(deactivating ?? '')
  const doomed = tree.byId.get(deleting ?? '')
  return (
    <>
      <div className="filters tree-filters">
        <Segments
          label={t('sites.tree.show')}
          value={show}
          onChange={onShow}
          options={treeFilters.map((value) => ({
            value,
            text: t(`sites.tree.${value}`, { count: value === 'all' ? tree.sites.length : counts[value] }),
          }))}
        />
      </div>
      <section className="card site-tree-card" aria-label={t('sites.tree.title')}>
        <header className="line">
          <h2>{t('sites.tree.count', { count: top.SitesBelow + 1 })}</h2>
          {totals && <TreeTotals top={totals} />}
          <span className="spacer" />
          <Button size="sm" variant="ghost" onClick={() => setOpen(new Set([top.Id]))}>
            {t('sites.tree.collapseAll')}
          </Button>
        </header>
        {failed && <ErrorPanel text={failureText(failed.error)} onRetry={() => void failed.refetch()} />}
        {rows.length === 0 ? (
          <Empty
            icon={Building2}
            title={search ? t('sites.tree.noMatch', { search }) : t('sites.tree.noInactive')}
          >
            {t(search ? 'sites.tree.noMatchText' : 'sites.tree.noInactiveText')}
          </Empty>
        ) : (
          <SiteTreeTable
            rows={rows}
            details={details}
            onView={onView}
            hasUsers={totals?.Users !== undefined}
            search={search.trim()}
            selected={selected}
            onSelect={
              mayEdit ? (id, isSelected) => setSelected(toggled(selected, id, isSelected)) : undefined
            }
            onToggle={(id) => setOpen(toggled(open, id, !open.has(id)))}
            onOpen={(id) => void navigate({ to: '/site', search: { siteId: siteIdInLink(id, own) } })}
            actions={({ site }, detail) => (
              <RowActions
                site={site}
                isActive={detail?.IsActive ?? !site.IsInactive}
                onMove={() => setMoving(new Set([site.Id]))}
                onDeactivate={() => setDeactivating(site.Id)}
                onDelete={() => setDeleting(site.Id)}
              />
            )}
          />
        )}
        {tree.sites.length === 1 && !search && (
          <Empty icon={Building2} title={t('sites.subSites.empty')} action={addButton}>
            {t('sites.subSites.emptyText')}
          </Empty>
        )}
        <footer className="pager">
          <span aria-live="polite">
            {search
              ? t('sites.tree.matches', { count: matches })
              : t('sites.tree.shown', { shown: rows.length, count: tree.sites.length })}
          </span>
          <span className="spacer" />
          <span className="src here hide-narrow">{t('sites.source.here')}</span>
          <span className="faint hide-narrow">{t('sites.tree.keys')}</span>
        </footer>
      </section>
      {selected.size > 0 && (
        <SelectionBar
          tree={tree}
          details={details}
          selected={selected}
          onMove={() => setMoving(selected)}
          onClear={() => setSelected(new Set())}
        />
      )}
      {moving && (
        <MoveDialog
          tree={tree}
          siteIds={moving}
          onClose={() => setMoving(undefined)}
          onMoved={() => setSelected(new Set())}
        />
      )}
      {doomed && (
        <DeleteDialog
          site={doomed}
          onClose={() => setDeleting(undefined)}
          onDeactivate={details.get(doomed.Id)?.IsActive ? () => deactivateInstead(doomed.Id) : undefined}
        />
      )}
      {leaving && <DeactivateDialog site={leaving} onClose={() => setDeactivating(undefined)} />}
    </>
  )
}

/** Reads the totals of the site at the top, which need not be in view. */
const useTotals = (topId: string | undefined) =>
  useQuery({
    ...queryOf(sites.overview, { query: { SiteIds: topId ? [topId] : [] } }),
    enabled: topId !== undefined,
  }).data?.[0]

function TreeTotals({ top }: { top: SiteOverview }) {
  const { t } = useTranslation()
  const parts = [
    t('sites.tree.deviceCount', { count: top.Devices }),
    ...(top.Users === undefined ? [] : [t('sites.tree.peopleCount', { count: top.Users })]),
  ]
  return (
    <span className="note">
      {parts.join(', ')}
      {', '}
      <span className={top.OpenAlerts > 0 ? 'strong fg-critical' : undefined}>
        {t('sites.tree.openCount', { count: top.OpenAlerts })}
      </span>
    </span>
  )
}

interface SelectionBarProps {
  tree: SiteTree
  details: SiteDetails
  selected: ReadonlySet<string>
  onMove: () => void
  onClear: () => void
}

function SelectionBar({ tree, details, selected, onMove, onClear }: SelectionBarProps) {
  const { t } = useTranslation()
  const own = useSession().site.siteId
  const tops = topmost(tree, selected)
  const devices = tops.reduce((sum, { Id }) => sum + (details.get(Id)?.Devices ?? 0), 0)
  return (
    <section className="bulkbar" aria-label={t('sites.tree.selected')}>
      <span>
        <b>{t('sites.tree.selectedCount', { count: selected.size })}</b>{' '}
        {t('sites.tree.selectedWith', { count: devices })}
      </span>
      <Button size="sm" className="main-act" icon={FolderInput} disabled={selected.has(own)} onClick={onMove}>
        {t('sites.move.menu')}
      </Button>
      <IconButton size="sm" icon={X} label={t('sites.tree.clear')} onClick={onClear} />
    </section>
  )
}

function toggled(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}
