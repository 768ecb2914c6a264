import './blacklist.css'
import { blacklists, blacklistTypes } from '@eot/contract/blacklist'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../lib/api/query.ts'
import { ListFilters, OneFilter } from '../../lib/lists/list-filters.tsx'
import { ListPage } from '../../lib/lists/list-page.tsx'
import { useListPage } from '../../lib/lists/use-list-page.ts'
import { BlockCard, blockColumns } from './block-columns.tsx'
import { BlockDrawer } from './block-drawer.tsx'
import { blockList } from './block-list.ts'

/** Addresses and numbers to which messages have failed, and whether they are blocked. */
export function BlacklistPage() {
  const { t } = useTranslation()
  const list = useListPage(blockList, ({ state, type, ...params }) =>
    queryOf(blacklists.list, {
      query: {
        ...params,
        type: type && [type],
        IsBlocked: state === undefined ? undefined : state === 'blocked',
      },
    }),
  )
  return (
    <ListPage
      className="blacklist"
      list={list}
      title={t('blacklist.title')}
      sub={t('blacklist.sub')}
      searchLabel={t('blacklist.search')}
      filters={
        <ListFilters>
          <OneFilter
            list={blockList}
            name="state"
            label={t('blacklist.column.state')}
            values={['blocked', 'open']}
            text={(state) => t(`blacklist.state.${state}`)}
          />
          <OneFilter
            list={blockList}
            name="type"
            label={t('blacklist.column.type')}
            values={blacklistTypes}
            text={(type) => t(`blacklist.type.${type}`)}
          />
        </ListFilters>
      }
      columns={blockColumns()}
      card={(entry) => <BlockCard entry={entry} />}
      details={(id, known, close) => <BlockDrawer key={id} id={id} known={known} onClose={close} />}
      empty={{ icon: ShieldCheck, title: t('blacklist.empty'), text: t('blacklist.emptyText') }}
      nothing={{ title: t('blacklist.nothing') }}
    />
  )
}
