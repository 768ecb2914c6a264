import type { ProblemTexts } from '../problem-texts.ts'

/** Why readings were rejected. */
export const quarantineMessages: ProblemTexts['messages'] = {
  'not valid JSON': 'no es JSON válido',
  'not a sample': 'no es una muestra',
  'unknown key': 'clave desconocida',
  'bad time': 'hora no válida',
  'older than the retention': 'anterior al período de conservación',
  'before the move': 'anterior al traslado',
  'no readings': 'sin lecturas',
  'unknown sensor kind': 'tipo de sensor desconocido',
  'not a finite number': 'no es un número finito',
  'out of range': 'fuera de rango',
  'kind given twice': 'tipo indicado dos veces',
  'same time, other values': 'misma hora, otros valores',
  'too many samples': 'demasiadas muestras',
  'too large': 'demasiado grande',
  'unknown device': 'dispositivo desconocido',
  'wrong key': 'clave incorrecta',
  'foreign device': 'datos de otro dispositivo',
  'wrong topic': 'tema incorrecto',
  'cannot be stored': 'no se puede guardar',
}
