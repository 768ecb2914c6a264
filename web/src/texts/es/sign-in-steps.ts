import type { signInSteps as english } from '../en/sign-in-steps.ts'
import type { Translated } from './translated.ts'

/** Steps after the sign-in form, and pages that links in emails open. */
export const signInSteps: Translated<typeof english> = {
  toLogin: 'Volver al inicio de sesión',
  newPassword: 'NUEVA CONTRASEÑA',
  codeOfMail: 'CÓDIGO DEL CORREO',
  code: 'CÓDIGO',
  updatePassword: {
    heading: 'Elija una contraseña',
    lead: 'Inició sesión con una contraseña temporal. Elija una nueva.',
    submit: 'Guardar e iniciar sesión',
    saving: 'Guardando…',
  },
  mfa: {
    heading: 'Autenticación de dos factores',
    lead: 'Ingrese el código actual de su aplicación de autenticación.',
    recoveryLead: 'Ingrese uno de sus códigos de recuperación. Cada uno sirve una vez.',
    recoveryCode: 'CÓDIGO DE RECUPERACIÓN',
    submit: 'Continuar',
    checking: 'Comprobando…',
    useRecovery: 'Usar un código de recuperación',
    useApp: 'Usar la aplicación de autenticación',
    codeMissing: 'Ingrese los seis dígitos',
    recoveryMissing: 'Ingrese un código de recuperación',
    hint: 'El código cambia cada 30 segundos.',
  },
  forgotPassword: {
    heading: 'Contraseña olvidada',
    lead: 'Le enviaremos por correo un enlace para elegir una contraseña nueva.',
    submit: 'Enviar enlace',
    sending: 'Enviando…',
    sentHeading: 'Revise su correo',
    sent: 'Si existe una cuenta para {{email}}, el enlace ya está en camino. Sirve una vez y vence en una hora.',
    again: 'Usar otra dirección',
  },
  reset: {
    heading: 'Restablecer la contraseña',
    lead: 'Elija una contraseña nueva para {{email}}. Se cerrarán todas sus sesiones.',
    leadOpen: 'Elija una contraseña nueva con el código del correo. Se cerrarán todas sus sesiones.',
    submit: 'Guardar contraseña',
    saving: 'Guardando…',
    codeMissing: 'Ingrese el código',
    newLink: 'Enviar otro enlace',
  },
  confirm: {
    heading: 'Confirme su cuenta',
    lead: 'Confirme que la dirección {{email}} es suya.',
    leadOpen: 'Ingrese el código del correo de confirmación, o pida que se lo reenvíen.',
    submit: 'Confirmar',
    confirming: 'Confirmando…',
    resend: 'Reenviar correo',
    resent: 'Si {{email}} pertenece a una cuenta sin confirmar, el correo ya está en camino.',
  },
  azure: {
    working: 'Completando el inicio de sesión',
    refusedHeading: 'El inicio de sesión único no funcionó',
    refused:
      'No se aceptó el inicio de sesión de su organización. Pregunte al administrador si usted tiene una cuenta.',
    canceled: 'El inicio de sesión se canceló en su organización.',
    expired: 'Este inicio de sesión venció o ya se completó. Empiece de nuevo.',
    unavailable:
      'No se puede conectar con el servicio de inicio de sesión de su organización. Intente de nuevo en un momento.',
    toLogin: 'Ir al inicio de sesión',
  },
}
