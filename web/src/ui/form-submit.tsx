import { Button } from './button.tsx'
import { FormFailure } from './form-failure.tsx'

interface FormSubmitProps {
  form: { busy: boolean; failure?: string | undefined }
  text: string
  busyText: string
}

/** The end of a form: its general error, and the submit button. */
export function FormSubmit({ form, text, busyText }: FormSubmitProps) {
  return (
    <>
      <FormFailure text={form.failure} />
      <Button type="submit" variant="primary" size="lg" block disabled={form.busy}>
        {form.busy ? busyText : text}
      </Button>
    </>
  )
}
