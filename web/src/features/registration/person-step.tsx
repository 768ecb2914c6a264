import { auth } from '@eot/contract/auth'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import type { ApiError } from '../../lib/api/api-error.ts'
import { FormText } from '../../lib/forms/form-text.tsx'
import { isEmail } from '../../session/sign-in-outcome.ts'
import type { PersonDraft } from './site-draft.ts'
import { StepButtons } from './step-buttons.tsx'
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
  return (
    <form ref={form.element} noValidate onSubmit={form.submit}>
      <p className="muted">{t('registration.site.personLead')}</p>
      <FormText
        form={form}
        name="FullName"
        large
        label={t('registration.site.fullName')}
        maxLength={120}
        autoComplete="name"
      />
      <FormText
        form={form}
        name="Email"
        large
        label={t('registration.site.email')}
        hint={t('registration.site.emailHint')}
        type="email"
        maxLength={254}
        autoComplete="email"
      />
      <FormText
        form={form}
        name="UserTitle"
        large
        label={t('registration.site.title')}
        maxLength={120}
        autoComplete="organization-title"
      />
      <StepButtons
        form={form}
        text={t('registration.site.next')}
        busyText={t('registration.site.checking')}
        onBack={onBack}
      />
    </form>
  )
}
