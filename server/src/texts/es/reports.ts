import { sensorNames as englishSensors, alertTypeNames as englishTypes } from '@eot/contract/shown-names'
import { alertTypeNames, sensorNames } from '@eot/contract/shown-names-es'
import type { AlertTypeKey, SensorKey } from '@eot/contract/vocabulary'
import type { reports as english } from '../en/reports.ts'
import { reportPhrases } from './report-phrases.ts'

const phrases = new Map<string, string>([
  ...Object.entries(englishSensors).map(([key, name]) => [name, sensorNames[key as SensorKey]] as const), // its keys
  ...Object.entries(englishTypes).map(([key, name]) => [name, alertTypeNames[key as AlertTypeKey]] as const), // its keys
  ...Object.entries(reportPhrases),
  // In stored reports of earlier versions.
  ['Rejected messages', 'Lecturas rechazadas'],
  ['No message was rejected.', 'No se rechazó ningún mensaje.'],
])
/** Spanish names of the built-in reports. Custom reports keep the names that users gave them. */
const names = new Map([
  ['Weekly report', 'Informe semanal'],
  ['Monthly report', 'Informe mensual'],
  ['Unusual hours', 'Horas inusuales'],
  ['Incident report', 'Informe de incidente'],
  ['Report', 'Informe'],
])

export const reports: typeof english = {
  phrase: (english) => phrases.get(english) ?? english,
  name: (english) => names.get(english) ?? english,
  made: (moment, timeZone) => `Creado ${moment} (${timeZone})`,
  week: (week, days) => `Semana ${week}, ${days}`,
  /** "9–15 nov 2026" */
  days(first, last, monthDay) {
    const year = last.slice(0, 4)
    if (first === last) return `${monthDay(first)} ${year}`
    if (first.slice(0, 7) === last.slice(0, 7)) return `${Number(first.slice(8))}–${monthDay(last)} ${year}`
    const start = first.slice(0, 4) === year ? monthDay(first) : `${monthDay(first)} ${first.slice(0, 4)}`
    return `${start} – ${monthDay(last)} ${year}`
  },
  alertsPerDay: (days) => `Alertas por día: ${days}`,
  mostAlerts: (hours) => `Más alertas: ${hours}`,
  curve: ({ name, from, to, lowest, highest }) =>
    `${name} de ${from} a ${to}: mínimo ${lowest}, máximo ${highest}`,
  pageWords: 'Página {page} de {pages}',
  signatures: ['Nombre y cargo', 'Firma', 'Fecha'],
  mail: {
    open: 'Abrir el informe',
    bySubscription: 'Recibe este correo porque una suscripción le nombra.',
    byReport: 'Recibe este correo porque el informe le nombra.',
    unusual: (hour, alerts, usual) => `${hour}: ${alerts} alertas, normalmente ${usual}`,
    mostly: (type, device) => `Sobre todo ${type}; en ${device}.`,
  },
}
