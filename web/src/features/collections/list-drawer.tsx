import { lists, type UserList } from '@eot/contract/user-lists'
import { type User, users } from '@eot/contract/users'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { useFeatures } from '../../session/use-session.tsx'
import { showToast } from '../../ui/toast.tsx'
import {
  CollectionFields,
  type CollectionValues,
  candidateLimit,
  conflictFields,
  saveText,
  type UseCandidates,
} from './collection-fields.tsx'
import { userListList } from './collection-lists.ts'

const useUsers: UseCandidates = (SiteId, search) => {
  const { t } = useTranslation()
  const query = { SiteId, search: search || undefined, PageSize: candidateLimit }
  const { data } = useQuery({ ...queryOf(users.list, { query }), placeholderData: keepPreviousData })
  return {
    candidates: data?.Items?.map((user) => ({
      Id: user.Id,
      Name: user.FullName,
      detail: `${user.UserRole.Name}, ${user.Site.Name}`,
      disabled: !user.IsActive,
      state: <span className="faint nowrap">{t(`collections.reach.${reachOf(user)}`)}</span>,
    })),
    total: data?.Total ?? 0,
  }
}

/** How notifications reach a user. */
function reachOf(user: User): 'inactive' | 'none' | 'both' | 'email' | 'text' {
  if (!user.IsActive) return 'inactive'
  if (!user.NotificationsEnabled || !(user.EmailEnabled || user.TextEnabled)) return 'none'
  return user.EmailEnabled && user.TextEnabled ? 'both' : user.EmailEnabled ? 'email' : 'text'
}

const valuesOf = ({ Name, Site, Users, IsActive }: UserList): CollectionValues => ({
  Name,
  Site: Site.Id,
  Members: Users.map(({ Id, FullName }) => ({ Id, Name: FullName })),
  IsActive,
})

const bodyOf = ({ Members, ...values }: CollectionValues) => ({
  ...values,
  Users: Members.map(({ Id }) => Id),
})

const places = { list_name_taken: 'Name', site_not_found: 'Site', user_not_found: 'Members' } as const

interface DrawerProps {
  siteId: string
  onClose: () => void
}

export function AddListDrawer({ siteId, onClose }: DrawerProps) {
  const { t } = useTranslation()
  const initial: CollectionValues = { Name: '', Site: siteId, Members: [], IsActive: true }
  const form = useBodyForm<CollectionValues, typeof lists.create>({
    endpoint: lists.create,
    initial,
    request: (values) => ({ body: bodyOf(values) }),
    places,
    refreshes: [lists],
    onSaved({ Name }) {
      showToast(t('collections.lists.added', { name: Name }))
      onClose()
    },
  })
  return (
    <FormDrawer
      title={t('collections.lists.add')}
      form={form}
      save={t('collections.saveNew')}
      saving={t('collections.saving')}
      onClose={onClose}
    >
      <CollectionFields words="lists" form={form} siteId={siteId} before={[]} useCandidates={useUsers} />
    </FormDrawer>
  )
}

export function EditListDrawer({ list, siteId, onClose }: DrawerProps & { list: UserList }) {
  const { t } = useTranslation()
  const mayDelete = useFeatures(userListList.path).delete
  const initial = valuesOf(list)
  const form = useBodyForm<CollectionValues, typeof lists.update>({
    endpoint: lists.update,
    initial,
    request: (values) => ({ params: { id: list.Id }, body: bodyOf(values) }),
    edit: { version: list.Version, values: valuesOf, fields: conflictFields('lists') },
    places,
    refreshes: [lists],
    onSaved({ Name }) {
      showToast(t('collections.lists.saved', { name: Name }))
      onClose()
    },
  })
  return (
    <FormDrawer
      title={list.Name}
      intro={list.Site.Name}
      form={form}
      part={userListList.openAs}
      save={saveText(initial, form.values)}
      saving={t('collections.saving')}
      onClose={onClose}
    >
      <CollectionFields
        words="lists"
        form={form}
        siteId={siteId}
        before={initial.Members}
        useCandidates={useUsers}
      >
        {mayDelete && (
          <div>
            <DestroyButton
              text={t('collections.lists.delete')}
              confirm={{
                title: t('collections.lists.deleteTitle', { name: list.Name }),
                text: t('collections.lists.deleteText'),
                verb: t('collections.lists.delete'),
              }}
              deletes={list.Id}
              run={async () => {
                await call(lists.remove, { params: { id: list.Id } })
                onClose()
              }}
              done={() => t('collections.lists.deleted', { name: list.Name })}
              refreshes={[lists]}
            />
          </div>
        )}
      </CollectionFields>
    </FormDrawer>
  )
}
