import type { mails as english } from '../en/mails.ts'

export const mails: typeof english = {
  layout: {
    copyLink: 'Si el botón no funciona, copie este enlace en su navegador:',
    sentBy: (portal) => `Enviado por el portal en ${portal}`,
  },
  account: {
    hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
    unasked: 'Si no lo solicitó, puede ignorar este correo.',
    notYou: (url) => `Si no fue usted, elija una contraseña nueva ahora: ${url}`,
    signIn: 'Iniciar sesión',
    signedOut: 'Se cerró su sesión en todas partes.',
    anAdministrator: 'Un administrador',
    confirmation: {
      isYours: 'Confirme que esta dirección de correo es suya.',
      act: 'Confirmar mi cuenta',
      life: 'El enlace funciona una sola vez, durante siete días.',
      account: {
        subject: 'Confirme su cuenta',
        why: 'Se creó una cuenta para usted en el portal EoT LIVE.',
      },
      site: {
        subject: 'Confirme su cuenta y su sitio',
        why: 'Su sitio se registró en el portal EoT LIVE y usted es su administrador.',
      },
      address: {
        subject: 'Confirme su nueva dirección de correo',
        why: 'Un administrador cambió la dirección de correo de su cuenta de EoT LIVE a esta.',
      },
    },
    temporary: {
      own: 'Al iniciar sesión elegirá su propia contraseña.',
      label: 'Contraseña temporal',
      life: (email) => `Inicie sesión con ${email}. La contraseña temporal funciona durante siete días.`,
      invitation: {
        subject: 'Le damos la bienvenida a EoT LIVE',
        why: (inviter) => `${inviter} le ha invitado al portal EoT LIVE.`,
      },
      password: {
        subject: 'Su contraseña temporal',
        why: (inviter) =>
          `${inviter} le envió una nueva contraseña temporal. Su contraseña anterior ya no funciona.`,
      },
    },
    reset: {
      subject: 'Restablezca su contraseña',
      why: 'Alguien, probablemente usted, solicitó restablecer la contraseña de su cuenta.',
      act: 'Elegir una contraseña nueva',
      life: 'El enlace funciona una sola vez, durante una hora.',
    },
    known: {
      subject: 'Ya tiene una cuenta',
      why: 'Alguien, probablemente usted, intentó registrarse con su dirección de correo. Ya tiene una cuenta, por lo que no se cambió nada.',
      forgot: (url) => `Si olvidó su contraseña, puede restablecerla: ${url}`,
    },
    passwordChanged: {
      subject: 'Su contraseña ha cambiado',
      what: 'Se cambió la contraseña de su cuenta.',
    },
    twoFactorEnabled: {
      subject: 'Se activó la autenticación de dos factores',
      what: 'Para iniciar sesión en su cuenta ahora hace falta un código además de su contraseña.',
    },
    twoFactorDisabled: {
      subject: 'Se desactivó la autenticación de dos factores',
      what: 'Para iniciar sesión en su cuenta ahora basta su contraseña.',
    },
    twoFactorReset: {
      subject: 'Se restableció su autenticación de dos factores',
      what: 'Un administrador quitó el segundo factor de su cuenta para que pueda configurar uno nuevo.',
      onlyPassword: 'Ahora basta su contraseña para iniciar sesión. Se cerró su sesión en todas partes.',
      unasked: (url) => `Si no lo solicitó, avise a su administrador y elija una contraseña nueva: ${url}`,
    },
    addressChanged: {
      subject: 'Su dirección de correo ha cambiado',
      what: 'Un administrador cambió la dirección de correo de su cuenta. Ya no puede iniciar sesión con esta.',
      unexpected: 'Si no lo esperaba, comuníquese con su administrador.',
    },
    sessionEnded: {
      subject: 'Se cerró una de sus sesiones',
      what: 'Un token de inicio de sesión de su cuenta se volvió a usar mucho después de haber sido reemplazado. Es posible que lo hayan copiado, por lo que esa sesión se cerró en todas partes.',
      again: 'Inicie sesión de nuevo.',
    },
  },
  webhook: {
    unnamed: 'uno de sus destinatarios',
    subject: (name) => `Webhook detenido: ${name}`,
    heading: 'Se detuvo un webhook',
    gone: 'Su destinatario respondió que ya no existe (HTTP 410).',
    failing: 'Su destinatario no ha aceptado nada en cinco días.',
    next: 'No se le envía nada hasta que alguien reanude la solicitud de webhook. Corrija la causa y elija Reanudar. Lo que no se entregó se puede reenviar desde el registro de webhooks.',
    see: 'Ver las solicitudes de webhook',
  },
}
