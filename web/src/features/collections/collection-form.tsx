import type { groups } from '@eot/contract/device-groups'
import type { lists } from '@eot/contract/user-lists'
import { useTranslation } from 'react-i18next'
import { HistorySection } from '../../domain/history/history-section.tsx'
import { useSiteText } from '../../domain/use-site-choices.ts'
import { call } from '../../lib/api/api.ts'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { useFeatures } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import { showToast } from '../../ui/toast.ts'
import { CollectionFields, type CollectionValues, conflictFields, saveText } from './collection-fields.tsx'
import { type CollectionKind, type CollectionRecord, membersOf } from './collection-kind.ts'

interface DrawerProps {
  kind: CollectionKind
  /** The current site. */
  siteId: string
  onClose: () => void
}

const valuesOf = (record: CollectionRecord): CollectionValues => ({
  Name: record.Name,
  Site: record.Site.Id,
  Members: membersOf(record),
  IsActive: record.IsActive,
})

const bodyOf = (kind: CollectionKind, { Members, ...values }: CollectionValues) => ({
  ...values,
  ...kind.bodyOf(Members.map(({ Id }) => Id)),
})

/** What the forms for a new record and for an existing one have in common. */
const formOptions = ({ kind, onClose }: DrawerProps, done: 'added' | 'saved') => ({
  places: kind.places,
  refreshes: [kind.endpoints],
  onSaved({ Name }: { Name: string }) {
    showToast(t(`collections.${kind.words}.${done}`, { name: Name }))
  },
  onDone: onClose,
})

export function AddCollectionDrawer(props: DrawerProps) {
  const { kind, siteId, onClose } = props
  const { t } = useTranslation()
  const form = useBodyForm<CollectionValues, typeof groups.create | typeof lists.create>({
    ...formOptions(props, 'added'),
    endpoint: kind.endpoints.create,
    initial: { Name: '', Site: siteId, Members: [], IsActive: true },
    request: (values) => ({ body: bodyOf(kind, values) }),
  })
  return (
    <FormDrawer
      title={t(`collections.${kind.words}.add`)}
      form={form}
      save={t('collections.saveNew')}
      saving={t('collections.saving')}
      onClose={onClose}
    >
      <CollectionFields kind={kind} form={form} siteId={siteId} before={[]} />
    </FormDrawer>
  )
}

export function EditCollectionDrawer(props: DrawerProps & { record: CollectionRecord }) {
  const { kind, record, siteId, onClose } = props
  const { t } = useTranslation()
  const mayDelete = useFeatures(kind.list.path).delete
  const initial = valuesOf(record)
  const form = useBodyForm<CollectionValues, typeof groups.update | typeof lists.update>({
    ...formOptions(props, 'saved'),
    endpoint: kind.endpoints.update,
    initial,
    request: (values) => ({ params: { id: record.Id }, body: bodyOf(kind, values) }),
    edit: {
      version: record.Version,
      values: valuesOf,
      fields: conflictFields(kind.words, useSiteText(siteId)),
    },
  })
  return (
    <FormDrawer
      title={record.Name}
      intro={record.Site.Name}
      form={form}
      part={kind.list.openAs}
      save={saveText(initial, form.values)}
      saving={t('collections.saving')}
      onClose={onClose}
    >
      <CollectionFields kind={kind} form={form} siteId={siteId} before={initial.Members} />
      <HistorySection of={{ subject: record.Id }} />
      {mayDelete && <DeleteButton kind={kind} record={record} onClose={onClose} />}
    </FormDrawer>
  )
}

function DeleteButton({ kind, record, onClose }: Omit<DrawerProps, 'siteId'> & { record: CollectionRecord }) {
  const { t } = useTranslation()
  const { words, endpoints } = kind
  const { Id: id, Name: name } = record
  return (
    <div>
      <DestroyButton
        text={t(`collections.${words}.delete`)}
        confirm={{
          title: t(`collections.${words}.deleteTitle`, { name }),
          text: t(`collections.${words}.deleteText`),
        }}
        deletes={id}
        run={async () => {
          await call(endpoints.remove, { params: { id } })
          onClose()
        }}
        done={() => t(`collections.${words}.deleted`, { name })}
        refreshes={[endpoints]}
      />
    </div>
  )
}
