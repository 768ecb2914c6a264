import { type ImportColumn, importColumns } from '@eot/contract/import-columns'
import { type Import, imports } from '@eot/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { failureText } from '../../lib/api/failure-text.ts'
import { queryOf } from '../../lib/api/query.ts'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.ts'

const unused = 'unused'

interface ColumnsCardProps {
  of: Import
  isChecking?: boolean
}

/** The fields of the file's columns. Choosing another one checks the file again. */
export function ColumnsCard({ of, isChecking = false }: ColumnsCardProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const choose = useMutation({
    mutationFn: (Fields: (ImportColumn | null)[]) =>
      call(imports.chooseColumns, { params: { id: of.Id }, body: { Fields } }),
    onSuccess: (next) =>
      queryClient.setQueryData(queryOf(imports.get, { params: { id: of.Id } }).queryKey, next),
    onError: (error) => showToast(failureText(error), { urgent: true }),
  })
  const fields = of.Columns.map(
    ({ Field }) => importColumns[of.Kind].find((known) => known === Field) ?? null,
  )
  const nameOf = (field: ImportColumn) => t(`imports.field.${field}` as 'imports.field.Name') // every field has a name

  /** A field has one column: the one that had it before loses it. */
  function handleChange(column: number, chosen: ImportColumn | null) {
    choose.mutate(fields.map((field, index) => (index === column ? chosen : field === chosen ? null : field)))
  }

  return (
    <section className="card">
      <header>
        <h2>{t('imports.file.columns')}</h2>
        <span className="note">{t('imports.columns.note')}</span>
      </header>
      <ul className="import-columns">
        {of.Columns.map(({ Heading }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may repeat a heading, and its columns never change
          <li key={index}>
            <span className="mono">{Heading}</span>
            <ArrowRight className="icon icon-sm" aria-hidden="true" />
            <Select<ImportColumn | typeof unused>
              label={t('imports.columns.field', { heading: Heading })}
              labelHidden
              value={fields[index] ?? unused}
              options={[
                { value: unused, text: t('imports.unused') },
                ...importColumns[of.Kind].map((value) => ({ value, text: nameOf(value) })),
              ]}
              disabled={choose.isPending || isChecking}
              onChange={(value) => handleChange(index, value === unused ? null : value)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
