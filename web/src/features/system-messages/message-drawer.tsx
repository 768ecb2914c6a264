import type { SitePath } from '@eot/contract/sites'
import { type SystemMessage, systemMessages } from '@eot/contract/system-messages'
import { userRoles } from '@eot/contract/user-roles'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HistorySection } from '../../domain/history/history-section.tsx'
import { call } from '../../lib/api/api.ts'
import { queryOf } from '../../lib/api/query.ts'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import type { EditOptions } from '../../lib/forms/use-edit.ts'
import { DestroyButton } from '../../lib/lists/destroy-button.tsx'
import { toLocalInput } from '../../lib/time/time-range.ts'
import { typedInstant } from '../../lib/time/typed-instant.ts'
import { useSitePath, useTimeZone } from '../../session/current-site.ts'
import { useFeatures, useSession } from '../../session/use-session.tsx'
import { t } from '../../texts/i18n.ts'
import { showToast } from '../../ui/toast.ts'
import { MessageFields, type MessageValues } from './message-fields.tsx'
import { messageList } from './message-list.ts'

const valuesOf =
  (zone: string) =>
  (message: SystemMessage): MessageValues => ({
    Title: message.Title,
    Description: message.Description,
    Severity: message.Severity,
    Sites: message.Sites,
    UserRoles: message.UserRoles.map(({ Id }) => Id),
    StartAt: toLocalInput(Date.parse(message.StartAt), zone),
    EndAt: message.EndAt === null ? '' : toLocalInput(Date.parse(message.EndAt), zone),
    IsActive: message.IsActive,
  })

type Period = Pick<SystemMessage, 'StartAt' | 'EndAt'>

const bodyOf = (zone: string, { Sites, StartAt, EndAt, ...values }: MessageValues, before?: Period) => ({
  ...values,
  UserRoles: [...values.UserRoles],
  Sites: Sites.map(({ Id }) => Id),
  StartAt: StartAt === '' ? undefined : typedInstant(StartAt, zone, before?.StartAt),
  EndAt: EndAt === '' ? null : typedInstant(EndAt, zone, before?.EndAt),
})

const blank: Omit<MessageValues, 'Sites'> = {
  Title: '',
  Description: '',
  Severity: 'Info',
  UserRoles: [],
  StartAt: '',
  EndAt: '',
  IsActive: true,
}

/** What the forms for a new message and for an existing one have in common. */
const formOptions = (onClose: () => void) => ({
  messages: { StartAt: t('messages.badTime'), Sites: t('messages.noSite') },
  places: { site_not_found: 'Sites', role_not_found: 'UserRoles' } as const,
  refreshes: [systemMessages],
  onSaved({ Title }: SystemMessage) {
    showToast(t('messages.added', { title: Title }))
  },
  onDone: onClose,
})

/** The form for a new message. It starts with the current site as the only target. */
export function AddMessageDrawer({ onClose }: { onClose: () => void }) {
  const site = useSitePath().data
  return site && <NewMessage key={site.siteId} site={site} onClose={onClose} />
}

function NewMessage({ site, onClose }: { site: SitePath; onClose: () => void }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const { siteId } = useSession().site
  const form = useBodyForm<MessageValues, typeof systemMessages.create>({
    ...formOptions(onClose),
    endpoint: systemMessages.create,
    initial: { ...blank, Sites: [{ Id: site.siteId, Name: site.name }] },
    request: (values) => ({ body: bodyOf(zone, values) }),
  })
  return (
    <FormDrawer
      title={t('messages.add')}
      form={form}
      save={t(form.values.IsActive ? 'messages.publish' : 'messages.saveDraft')}
      saving={t('messages.saving')}
      onClose={onClose}
    >
      <MessageFields form={form} siteId={siteId} zone={zone} />
    </FormDrawer>
  )
}

interface EditMessageDrawerProps {
  message: SystemMessage
  onClose: () => void
}

export function EditMessageDrawer({ message, onClose }: EditMessageDrawerProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const { siteId } = useSession().site
  const mayDelete = useFeatures(messageList.path).delete
  const form = useBodyForm<MessageValues, typeof systemMessages.update>({
    ...formOptions(onClose),
    endpoint: systemMessages.update,
    initial: valuesOf(zone)(message),
    request: (values) => ({ params: { id: message.Id }, body: bodyOf(zone, values, message) }),
    edit: { version: message.Version, values: valuesOf(zone), fields: conflictFields(useRoleNames()) },
  })
  return (
    <FormDrawer
      title={t('messages.edit')}
      form={form}
      part={messageList.openAs}
      save={t(form.values.IsActive ? 'messages.save' : 'messages.saveDraft')}
      saving={t('messages.saving')}
      onClose={onClose}
    >
      <MessageFields form={form} siteId={siteId} zone={zone} />
      <HistorySection of={{ subject: message.Id }} />
      {mayDelete && <DeleteButton message={message} onClose={onClose} />}
    </FormDrawer>
  )
}

function useRoleNames() {
  const { data: roles = [] } = useQuery(queryOf(userRoles.all, {}))
  return (ids: readonly string[]) =>
    roles
      .filter(({ Id }) => ids.includes(Id))
      .map(({ Name }) => Name)
      .join(', ')
}

/** The labels of the fields in the comparison of two edits. */
const conflictFields = (
  roleNames: (ids: readonly string[]) => string,
): EditOptions<MessageValues, never>['fields'] => ({
  Title: { label: t('messages.titleField') },
  Description: { label: t('messages.text') },
  Severity: { label: t('messages.severity') },
  Sites: { label: t('messages.sites'), text: (all) => all.map(({ Name }) => Name).join(', ') },
  UserRoles: {
    label: t('messages.roles'),
    text: (ids) => (ids.length === 0 ? t('messages.everyone') : roleNames(ids)),
  },
  StartAt: { label: t('messages.starts') },
  EndAt: { label: t('messages.ends') },
  IsActive: {
    label: t('messages.state'),
    text: (isActive) => t(isActive ? 'messages.published' : 'messages.draft'),
  },
})

function DeleteButton({ message: { Id: id, Title: title }, onClose }: EditMessageDrawerProps) {
  const { t } = useTranslation()
  return (
    <div>
      <DestroyButton
        text={t('messages.delete')}
        confirm={{ title: t('messages.deleteTitle', { title }), text: t('messages.deleteText') }}
        deletes={id}
        run={async () => {
          await call(systemMessages.remove, { params: { id } })
          onClose()
        }}
        done={() => t('messages.deleted', { title })}
        refreshes={[systemMessages]}
      />
    </div>
  )
}
