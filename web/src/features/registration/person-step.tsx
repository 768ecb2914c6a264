import { auth } from '@eot/contract/auth'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import type { ApiError } from '../../lib/api/api-error.ts'
import { isEmail } from '../../session/sign-in-outcome.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import type { PersonDraft } from './site-draft.ts'
import { useStepForm } from './use-step-form.ts'

interface PersonStepProps {
  initial: PersonDraft
  mac: string
  refusal: ApiError | undefined
  onBack: (person: PersonDraft) => void
  onNext: (person: PersonDraft) => void
}

export function PersonStep({ initial, mac, refusal, onBack, onNext }: PersonStepProps) {
  const { t } = useTranslation()
  const form = useStepForm<PersonDraft, PersonDraft>(
    {
      initial,
      check: ({ FullName, Email }) => ({
        ...(FullName.trim() === '' && { FullName: t('registration.site.fullNameMissing') }),
        ...(!isEmail(Email.trim()) && { Email: t('signIn.invalid.email') }),
      }),
      async send(person) {
        await call(auth.verifyUser, { body: { Email: person.Email.trim(), MacAddress: mac } })
        return person
      },
      onSent: onNext,
    },
    refusal,
  )
  const { values, errors, set } = form

  return (
    <form ref={form.element} noValidate onSubmit={form.submit}>
      <p className="muted">{t('registration.site.personLead')}</p>
      <TextField
        large
        label={t('registration.site.fullName')}
        error={errors.FullName}
        value={values.FullName}
        maxLength={120}
        autoComplete="name"
        onChange={(event) => set({ FullName: event.currentTarget.value })}
      />
      <TextField
        large
        label={t('registration.site.email')}
        hint={t('registration.site.emailHint')}
        error={errors.Email}
        value={values.Email}
        type="email"
        maxLength={254}
        autoComplete="email"
        onChange={(event) => set({ Email: event.currentTarget.value })}
      />
      <TextField
        large
        label={t('registration.site.title')}
        error={errors.UserTitle}
        value={values.UserTitle}
        maxLength={120}
        autoComplete="organization-title"
        onChange={(event) => set({ UserTitle: event.currentTarget.value })}
      />
      <FormFailure text={form.failure} />
      <div className="pair">
        <Button size="lg" onClick={() => onBack(values)}>
          {t('registration.site.back')}
        </Button>
        <Button type="submit" variant="primary" size="lg" disabled={form.busy}>
          {t(form.busy ? 'registration.site.checking' : 'registration.site.next')}
        </Button>
      </div>
    </form>
  )
}
