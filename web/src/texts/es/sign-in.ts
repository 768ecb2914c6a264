import type { signIn as english } from '../en/sign-in.ts'
import type { Translated } from './translated.ts'

/** Signing in and related pages. */
export const signIn: Translated<typeof english> = {
  heading: 'Iniciar sesión',
  email: 'CORREO ELECTRÓNICO',
  password: 'CONTRASEÑA',
  submit: 'INICIAR SESIÓN',
  forgot: 'OLVIDÉ MI CONTRASEÑA',
  or: 'o',
  withMicrosoft: 'Iniciar sesión con Microsoft',
  ssoOff: 'El inicio de sesión único no está configurado',
  notRegistered: '¿Primera vez aquí?',
  registerSite: 'Registrar un sitio',
  resendConfirmation: 'Reenviar el correo de confirmación',
  done: {
    passwordReset: 'Se cambió la contraseña. Inicie sesión con ella.',
    confirmed: 'La cuenta está confirmada. Inicie sesión.',
    registered: 'Se creó la cuenta. Confírmela con el enlace del correo que enviamos.',
  },
  notLifeSafety: 'No es un sistema de seguridad humana.',
  promise: 'Cada espacio tiene su día normal. Le avisamos cuando no es así.',
  unreachable: 'No se puede conectar con el servidor. Revise la conexión e intente de nuevo.',
  busy: 'El servidor está ocupado. Intente de nuevo en un momento.',
  invalid: {
    email: 'Ingrese una dirección de correo electrónico válida',
    login: 'El correo electrónico o la contraseña no son válidos',
    passwordExpired: 'La contraseña temporal venció; comuníquese con el administrador',
    sessionExpired: 'La sesión venció; intente de nuevo',
    confirmed: 'La cuenta no está confirmada. Revise su correo',
    limit: 'Se superó el máximo de intentos de inicio de sesión',
  },
  loading: {
    label: 'Iniciando sesión',
  },
}
