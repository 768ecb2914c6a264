import type { quality as english } from '../en/quality.ts'
import type { Translated } from './translated.ts'

/** Where the values of a sensor are missing or cannot be relied on. */
export const quality: Translated<typeof english> = {
  title: 'Calidad de los datos',
  unknown: 'se desconoce',
  Good: 'completo',
  Gap: 'sin datos',
  Stuck: 'fijo en un valor',
  OutOfRange: 'fuera de rango',
  ClockSkew: 'reloj adelantado',
  Noisy: 'ruidoso',
  meaning: {
    Gap: 'Faltan lecturas: más de tres intervalos de transmisión sin ninguna, o menos del 75% de las debidas.',
    Stuck:
      'El mismo valor por más tiempo del que un espacio explica. Las calificaciones no cuentan estas horas.',
    OutOfRange: 'El dispositivo envió valores imposibles, que se rechazaron. No inician alertas.',
    ClockSkew:
      'El reloj del dispositivo estaba adelantado más de 5 minutos, por lo que las lecturas se guardaron con la hora de llegada.',
    Noisy:
      'Los valores saltan de un lado a otro más de lo que un espacio explica. Las alertas y calificaciones los siguen usando.',
  },
  findings_one: '{{count}} hallazgo',
  findings_other: '{{count}} hallazgos',
  nothing: 'sin hallazgos',
  span: '{{what}}, {{from}} – {{to}}',
  of: '{{span}}: {{sensors}}',
  allSensors: 'todos los sensores mostrados',
  more_one: 'y {{count}} más',
  more_other: 'y {{count}} más',
  hours: '{{what}} dentro de {{count}} h',
  column: 'calidad de los datos de {{name}}',
}
