import type { historical as english } from '../en/historical.ts'
import type { Translated } from './translated.ts'

/** The historical sensor data page. */
export const historical: Translated<typeof english> = {
  title: 'Datos históricos de sensores',
  view: 'Vista',
  asChart: 'Gráfico',
  asTable: 'Tabla',
  filters: 'Dispositivo, período y comparación',
  sensors: 'Sensores',
  figures: 'Valores mínimo, promedio y máximo',
  statistics: 'Estadísticas de {{device}}, {{span}}',
  P5: '5%',
  P50: 'Mediana',
  P95: '95%',
  samples: 'Muestras',
  exact:
    'Las columnas 5% y 95% son los valores que el 5% y el 95% de las muestras no superan. Son exactas, como la mediana.',
  estimated:
    'Las columnas 5% y 95% son los valores que el 5% y el 95% de las muestras no superan. Con ±, estas y la mediana son estimaciones que no se desvían más que eso.',
  chart: 'Datos de sensores de {{device}}, {{span}}',
  interval: {
    Raw: 'Lecturas individuales',
    OneMinute: 'Promedio de cada minuto; la banda va del mínimo al máximo',
    FiveMinutes: 'Promedio de 5 minutos; la banda va del mínimo al máximo',
    FifteenMinutes: 'Promedio de 15 minutos; la banda va del mínimo al máximo',
    OneHour: 'Promedio por hora; la banda va del mínimo al máximo',
    SixHours: 'Promedio de 6 horas; la banda va del mínimo al máximo',
    OneDay: 'Promedio diario; la banda va del mínimo al máximo',
    OneWeek: 'Promedio semanal; la banda va del mínimo al máximo',
    OneMonth: 'Promedio mensual; la banda va del mínimo al máximo',
    Year: 'Promedio anual; la banda va del mínimo al máximo',
  },
  compare: 'Comparar',
  comparedWith: 'Comparado con {{name}}',
  before: 'El período anterior',
  stopComparing: 'Dejar de comparar',
  comparedMean: 'comparado: {{mean}}',
  outdoors: 'Exterior',
  outdoorsOf: 'Exterior: {{place}}.',
  outdoorFigures: 'exterior de {{min}} a {{max}}',
  raised: '{{name}}: iniciada {{time}}',
  alerts: 'Alertas',
  newestAlerts:
    'El gráfico marca las {{shown}} alertas más recientes de {{all}}. Elija un período más corto para ver las demás.',
  noDataFor: 'sin datos {{duration}}',
  noDataIn: 'Sin datos: {{gaps}}',
  gap: '{{from}} a {{to}}',
  moreGaps_one: 'y {{count}} vacío más',
  moreGaps_other: 'y {{count}} vacíos más',
  empty: 'No hay datos en este período',
  emptyText: 'Elija otro período u otro dispositivo.',
}
