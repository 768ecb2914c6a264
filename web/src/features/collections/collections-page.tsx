import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { cellColumn, numberColumn, textColumn } from '../../lib/lists/columns.tsx'
import { ListFilters, OneFilter } from '../../lib/lists/list-filters.tsx'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { useCurrentSiteId, useSitePath } from '../../session/current-site.ts'
import { useFeatures } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import type { Column } from '../../ui/data-table.tsx'
import { CollectionCard, CollectionName, Readiness } from './collection-cells.tsx'
import { CollectionDrawer } from './collection-drawer.tsx'
import { AddCollectionDrawer, EditCollectionDrawer } from './collection-form.tsx'
import { type CollectionKind, type CollectionRow, type CollectionSort, sizeOf } from './collection-kind.ts'
import { activities, isActiveOf } from './collection-lists.ts'
import { useCollectionSelection } from './collection-selection.tsx'

const columnsOf = (kind: CollectionKind): Column<CollectionRow, CollectionSort>[] => [
  cellColumn(t('collections.name'), (row) => <CollectionName row={row} list={kind.list} />, {
    sort: 'Name',
    className: 'cut',
  }),
  textColumn(t('collections.site'), (row) => row.Site.Name, { sort: 'Site', className: 'cut' }),
  numberColumn(t(`collections.${kind.words}.members`), (row) => sizeOf(row).count, { sort: kind.sizeField }),
  cellColumn(t(`collections.${kind.words}.ready`), (row) => <Readiness words={kind.words} row={row} />),
]

/** Device groups or user lists of the current site and its sub-sites. */
export function CollectionsPage({ kind }: { kind: CollectionKind }) {
  const { t } = useTranslation()
  const { words, endpoints } = kind
  const siteId = useCurrentSiteId()
  const site = useSitePath().data?.name
  const may = useFeatures(kind.list.path)
  const list = useListPage<CollectionRow, CollectionSort, (typeof kind.list)['filters']>(
    kind.list,
    ({ state, ...params }) =>
      queryOf(endpoints.list, { query: { SiteId: siteId, IsActive: isActiveOf(state), ...params } }),
  )
  const count = list.state.isNarrowed ? undefined : list.query.data?.Total
  return (
    <ListPage
      list={list}
      title={t(`collections.${words}.title`)}
      sub={count !== undefined && site && t(`collections.${words}.count`, { count, site })}
      searchLabel={t(`collections.${words}.search`)}
      filters={
        <ListFilters>
          <OneFilter
            list={kind.list}
            name="state"
            label={t('collections.state')}
            values={activities}
            text={(state) => t(`collections.${state}`)}
          />
        </ListFilters>
      }
      columns={columnsOf(kind)}
      selection={useCollectionSelection(kind)}
      card={(row) => <CollectionCard row={row} kind={kind} />}
      details={(id, known, close) => (
        <Details
          key={id}
          kind={kind}
          id={id}
          known={known}
          siteId={siteId}
          mayEdit={may.edit}
          onClose={close}
        />
      )}
      empty={{
        icon: kind.icon,
        title: t(`collections.${words}.empty`),
        text: t(`collections.${words}.emptyText`),
      }}
      nothing={{ title: t(`collections.${words}.nothing`), hint: t('collections.nothingHint') }}
      add={
        may.add
          ? {
              text: t(`collections.${words}.add`),
              form: (close) => (
                <AddCollectionDrawer key={siteId} kind={kind} siteId={siteId} onClose={close} />
              ),
            }
          : undefined
      }
    />
  )
}

interface DetailsProps {
  kind: CollectionKind
  id: string
  known: CollectionRow | undefined
  siteId: string
  mayEdit: boolean
  onClose: () => void
}

/** A form, or only the members for users who may not edit them. */
function Details({ kind, id, known, siteId, mayEdit, onClose }: DetailsProps) {
  const query = useQuery(queryOf(kind.endpoints.get, { params: { id } }))
  // The form keeps the record it opened with. Changes that others save meanwhile are shown when this edit is saved.
  if (mayEdit && query.data)
    return <EditCollectionDrawer kind={kind} record={query.data} siteId={siteId} onClose={onClose} />
  return <CollectionDrawer words={kind.words} id={id} query={query} known={known} onClose={onClose} />
}
