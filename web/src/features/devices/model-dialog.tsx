import { type Model, models } from '@eot/contract/models'
import { type SensorKey, sensorKinds } from '@eot/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { sensorName } from '../../domain/sensors/sensor-names.ts'
import { FormDialog } from '../../lib/forms/form-dialog.tsx'
import { FormText } from '../../lib/forms/form-text.tsx'
import { useBodyForm } from '../../lib/forms/use-body-form.ts'
import { Check } from '../../ui/check.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { showToast } from '../../ui/toast.ts'

interface ModelValues {
  Name: string
  Kinds: string[]
  IsActive: boolean
}

const valuesOf = ({ Name, Kinds, IsActive }: Model): ModelValues => ({ Name, Kinds, IsActive })

/** Adds or changes a device model: its name, its sensors, and whether it is offered for new devices. */
export function ModelDialog({ model, onClose }: { model: Model | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const words = {
    messages: { Name: t('devices.form.nameMissing'), Kinds: t('devices.models.noKinds') },
    places: { model_name_taken: 'Name' as const },
    refreshes: [models],
    onSaved: () => showToast(t('devices.models.saved')),
    onDone: onClose,
  }
  const adding = useBodyForm<ModelValues, typeof models.create>({
    ...words,
    endpoint: models.create,
    initial: { Name: '', Kinds: [], IsActive: true },
    request: ({ Name, Kinds }) => ({ body: { Name, Kinds: Kinds as SensorKey[] } }), // chosen from the catalog
  })
  const editing = useBodyForm<ModelValues, typeof models.update>({
    ...words,
    endpoint: models.update,
    initial: model ? valuesOf(model) : { Name: '', Kinds: [], IsActive: true },
    request: ({ Name, Kinds, IsActive }) => ({
      params: { id: model?.Id ?? '' },
      body: { Name, IsActive, Kinds: Kinds as SensorKey[] }, // as above
    }),
    ...(model && {
      edit: {
        version: model.Version,
        values: valuesOf,
        fields: {
          Name: { label: t('devices.form.name') },
          Kinds: { label: t('devices.models.kinds'), text: (kinds) => kinds.map(sensorName).join(', ') },
          IsActive: {
            label: t('devices.models.offered'),
            text: (is) => t(is ? 'devices.edit.yes' : 'devices.edit.no'),
          },
        },
      },
    }),
  })
  const form = model ? editing : adding
  const { values, errors, set } = form
  const lost = model?.Kinds.filter((kind) => !values.Kinds.includes(kind)) ?? []
  const toggle = (key: string, isOn: boolean) =>
    set({ Kinds: isOn ? [...values.Kinds, key] : values.Kinds.filter((kind) => kind !== key) })
  return (
    <FormDialog
      wide
      title={t(model ? 'devices.models.editTitle' : 'devices.models.add')}
      form={form}
      save={t('devices.edit.save')}
      saving={t('devices.edit.saving')}
      onClose={onClose}
    >
      <FormText form={form} name="Name" label={t('devices.form.name')} maxLength={120} autoComplete="off" />
      <fieldset className="model-kinds" aria-invalid={errors.Kinds !== undefined}>
        <legend>{t('devices.models.kinds')}</legend>
        {sensorKinds.map(({ key }) => (
          <Check
            key={key}
            label={sensorName(key)}
            checked={values.Kinds.includes(key)}
            onChange={(event) => toggle(key, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      {errors.Kinds && <FormFailure text={errors.Kinds} />}
      {model && (
        <Check
          label={t('devices.models.offered')}
          checked={values.IsActive}
          onChange={(event) => set({ IsActive: event.currentTarget.checked })}
        />
      )}
      {lost.length > 0 && (
        <p className="hint">{t('devices.models.lost', { kinds: lost.map(sensorName).join(', ') })}</p>
      )}
    </FormDialog>
  )
}
