import type { Named } from '@eot/contract/wire'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSite } from '../../domain/form-fields.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import type { EditOptions } from '../../lib/forms/use-edit.ts'
import type { Form } from '../../lib/forms/use-form.ts'
import { t } from '../../texts/i18n.ts'
import { Check } from '../../ui/check.tsx'
import type { CollectionKind, CollectionWords } from './collection-kind.ts'
import { MemberPicker, memberChanges } from './member-picker.tsx'

export interface CollectionValues {
  Name: string
  Site: string
  Members: readonly Named[]
  IsActive: boolean
}

interface CollectionFieldsProps {
  kind: CollectionKind
  form: Form<CollectionValues>
  /** The current site. */
  siteId: string
  before: readonly Named[]
}

/** The fields of a device group or user list. */
export function CollectionFields({ kind, form, siteId, before }: CollectionFieldsProps) {
  const { words, useCandidates } = kind
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const { values, errors, set } = form
  const { candidates, total } = useCandidates(values.Site, asked)
  return (
    <>
      <FormText form={form} name="Name" label={t('collections.name')} maxLength={120} autoComplete="off" />
      <FormSite form={form} name="Site" label={t('collections.site')} siteId={siteId} />
      <Check
        label={t('collections.isActive')}
        checked={values.IsActive}
        onChange={(event) => set({ IsActive: event.currentTarget.checked })}
      />
      <MemberPicker
        words={{
          label: t(`collections.${words}.members`),
          note: t(`collections.${words}.chosen`, { chosen: values.Members.length, total }),
          search: t(`collections.${words}.find`),
          none: t(`collections.${words}.noCandidate`),
        }}
        candidates={candidates}
        total={total}
        search={search}
        onSearch={setSearch}
        before={before}
        members={values.Members}
        onChange={(Members) => set({ Members })}
        error={errors.Members && t(`collections.${words}.outside`)}
      />
    </>
  )
}

/** The labels of the fields in the comparison of two edits. */
export const conflictFields = (
  words: CollectionWords,
  siteText: (id: string) => string,
): EditOptions<CollectionValues, never>['fields'] => ({
  Name: { label: t('collections.name') },
  Site: { label: t('collections.site'), text: siteText },
  Members: {
    label: t(`collections.${words}.members`),
    text: (members: readonly Named[]) => members.map(({ Name }) => Name).join(', '),
  },
  IsActive: {
    label: t('collections.state'),
    text: (isActive: boolean) => t(isActive ? 'collections.active' : 'collections.inactive'),
  },
})

/** The text of the button that saves, with the number of changes. */
export function saveText(before: CollectionValues, values: CollectionValues): string {
  const { added, removed } = memberChanges(before.Members, values.Members)
  const fields = (['Name', 'Site', 'IsActive'] as const).filter((name) => before[name] !== values[name])
  const count = added.length + removed.length + fields.length
  return count === 0 ? t('collections.save') : t('collections.saveChanges', { count })
}
