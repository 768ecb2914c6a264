import type { hints as english } from '../en/hints.ts'
import type { Translated } from './translated.ts'

/** Observations for people to check. */
export const hints: Translated<typeof english> = {
  title: 'Indicios',
  ofAlert: 'A favor de la alerta',
  ofSteam: 'En contra de la alerta',
  about: 'Para que usted lo compruebe. Un indicio nunca inicia ni finaliza una alerta.',
  none: 'Ningún espacio difiere de los demás y ningún sensor se desvía.',
  vape: 'Subió a la vez: {{sensors}}. {{values}}.',
  steam: 'Probablemente vapor: la humedad subió {{lead}} antes de la alerta, {{values}}, y el TVOC no subió.',
  change: 'de {{usual}} a {{value}}',
  named: '{{sensor}} {{change}}',
  unlike_one: '{{sensor}}: alrededor de {{value}}. En el otro espacio cercano, alrededor de {{usual}}.',
  unlike_other:
    '{{sensor}}: alrededor de {{value}}. En los otros {{count}} espacios cercanos, alrededor de {{usual}}.',
  drift_one:
    '{{sensor}}: pasó de {{usual}} a {{value}} en {{count}} día, a diferencia de los demás espacios.',
  drift_other:
    '{{sensor}}: pasó de {{usual}} a {{value}} en {{count}} días, a diferencia de los demás espacios.',
  check: {
    RoomUnlikeOthers: 'Revise el espacio y dónde está montado el sensor.',
    SensorDrift: 'Puede que haya que limpiar o calibrar el sensor.',
  },
  unanswered: 'Nadie ha dicho aún si estos indicios son correctos.',
  answered_one: '{{right}} de {{count}} indicio de este tipo fue correcto.',
  answered_other: '{{right}} de {{count}} indicios de este tipo fueron correctos.',
  dismiss: 'Descartar',
  dismissNamed: 'Descartar el indicio sobre {{name}}',
  reason: {
    Known: 'Es correcto, y ya se conoce',
    Fixed: 'Era correcto, y ya se corrigió',
    Wrong: 'Es incorrecto',
  },
  dismissed: {
    Known: 'Descartado por conocido',
    Fixed: 'Descartado por corregido',
    Wrong: 'Descartado por incorrecto',
  },
  dismissedBy: '{{what}}, por {{name}}',
  restore: 'Volver a mostrar',
  restored: 'El indicio se muestra de nuevo',
  more_one: 'Mostrar {{count}} más',
  more_other: 'Mostrar {{count}} más',
}
