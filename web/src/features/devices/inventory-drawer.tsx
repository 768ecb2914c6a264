import { devices } from '@eot/contract/devices'
import type { AnswerOf } from '@eot/contract/endpoint'
import { models } from '@eot/contract/models'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormMac } from '../../domain/form-fields.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { FormDrawer } from '../../lib/forms/form-drawer.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { Select } from '../../ui/select.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

interface InventoryValues {
  Name: string
  Mac: string
  Model: string
  ClaimCode: string
}

/** Adds a device to the inventory, then shows its key. It cannot be shown again. */
export function InventoryDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<AnswerOf<typeof devices.create>>()
  const all = useQuery(queryOf(models.all))
  const form = useBodyForm<InventoryValues, typeof devices.create>({
    endpoint: devices.create,
    initial: { Name: '', Mac: '', Model: '', ClaimCode: '' },
    request: ({ Name, Mac, Model, ClaimCode }) => ({
      body: {
        Name,
        Mac,
        SiteId: null,
        ...(Model !== '' && { Model }),
        ...(ClaimCode.trim() !== '' && { ClaimCode }),
      },
    }),
    messages: { Name: t('devices.form.nameMissing'), Mac: t('devices.form.macInvalid') },
    places: { mac_taken: 'Mac' },
    refreshes: [devices],
    onSaved: setMade,
  })
  if (made)
    return (
      <NewKeyDialog
        title={t('devices.admin.added', { name: made.Name })}
        deviceKey={made.DeviceKey}
        onClose={onClose}
      />
    )
  const { values, set } = form
  return (
    <FormDrawer
      title={t('devices.admin.add')}
      intro={t('devices.admin.addIntro')}
      form={form}
      save={t('devices.admin.add')}
      saving={t('devices.form.saving')}
      onClose={onClose}
    >
      <FormText form={form} name="Name" label={t('devices.form.name')} maxLength={120} autoComplete="off" />
      <FormMac form={form} name="Mac" label={t('devices.form.mac')} hint={t('devices.form.macHint')} />
      <Select
        label={t('devices.column.model')}
        value={values.Model || null}
        placeholder={t('devices.admin.everySensor')}
        options={(all.data ?? [])
          .filter(({ IsActive }) => IsActive)
          .map(({ Id, Name }) => ({ value: Id, text: Name }))}
        onChange={(Model) => set({ Model })}
      />
      <FormText
        form={form}
        name="ClaimCode"
        label={t('devices.claim.code')}
        hint={t('devices.admin.codeHint')}
        maxLength={120}
        autoComplete="off"
      />
    </FormDrawer>
  )
}
