import type { chart as english } from '../en/chart.ts'
import type { Translated } from './translated.ts'

/** Texts of charts. */
export const chart: Translated<typeof english> = {
  notLoaded: 'No se pudo cargar el gráfico',
  tryAgain: 'Reintentar',
  readValues: 'Leer los valores a lo largo del tiempo',
  noData: 'Sin datos',
  asTable: 'Ver como tabla',
  hideTable: 'Ocultar tabla',
  time: 'Hora',
  now: 'ahora',
  value: 'Valor',
  mean: 'Promedio',
  spread: 'Del mínimo al máximo',
  min: 'Mínimo',
  max: 'Máximo',
  count: 'Muestras',
  range: 'de {{min}} a {{max}}',
  alertLevel: 'nivel de alerta',
  alertLevelAbove: 'el nivel de alerta (100%) está por encima de esta escala',
  raise: 'inicio {{level}}',
  clear: 'fin {{level}}',
  raised: 'iniciada {{time}}',
  streamReading: '{{name}} {{value}} {{unit}}, {{share}}% del nivel de alerta',
  alertSentence: 'De {{from}} a {{to}}: entre {{min}} y {{max}} {{unit}}, último {{last}}',
  alertRaised: 'iniciada {{time}} con {{level}} o más',
  alertRaisedLow: 'iniciada {{time}} con {{level}} o menos',
  alertOngoing: 'en curso',
  alertEnded: 'finalizada {{time}}',
}
