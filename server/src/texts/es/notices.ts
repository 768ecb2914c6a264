import { alertTypeNames, sensorNames, severityNames } from '@eot/contract/shown-names-es'
import type { notices as english } from '../en/notices.ts'

/** Names of types within a title, where they differ from those of lists. */
const typeNames: Readonly<Record<string, string>> = {
  ECO2: 'CO₂ (estimado)',
  CO: 'CO',
  NH3: 'NH₃',
  NO2: 'NO₂',
  Particulate: 'PM2.5',
}

const names: Readonly<Record<string, string>> = { ...alertTypeNames, ...typeNames }
const severities: Readonly<Record<string, string>> = severityNames
const sensors: Readonly<Record<string, string>> = sensorNames

const endings: Readonly<Record<string, string>> = {
  EndedByUser: 'porque alguien la finalizó',
  Moved: 'porque se movió el dispositivo o su sitio',
  DeviceDeactivated: 'porque se desactivó el dispositivo',
  DeviceExpired: 'porque el dispositivo venció',
  DeviceDeleted: 'porque se eliminó el dispositivo',
  SiteDeactivated: 'porque se desactivó el sitio',
}

const devicesText = (count: number) => (count === 1 ? '1 dispositivo' : `${count} dispositivos`)

export const notices: typeof english = {
  typeName: (key) => names[key] ?? key,
  severity: (key) => severities[key] ?? key,
  title: (type, device) => `${type} en ${device}`,
  onDay: (time, day) => `${time} del ${day}`,
  level: (level) => `nivel ${level}`,
  endedAt: (time) => `Finalizada (${time})`,
  reachedSince: (reached, since) => `${reached ? `${reached}, desde` : 'Desde'} ${since}`,
  alert: {
    ended: (place, lasted) => `Finalizada: ${place}, tras ${lasted}`,
    endedLine: (ended, lasted, peak) => `Finalizada tras ${lasted} (${ended})${peak ? `, pico ${peak}` : ''}`,
    lasted: (since, lasted) => `Duró ${lasted} (inicio: ${since}).`,
    peak: (peak, level) => `Su pico fue ${peak}${level ? `; una alerta se inicia con ${level}` : ''}.`,
    start: ({ isLow, value, level, since }) =>
      `${isLow ? 'Bajó a' : 'Llegó a'} ${value ?? 'su nivel'} (${since})${level ? `; una alerta se inicia con ${level}` : ''}.`,
    nobody: (what) => `Nadie ha confirmado: ${what}`,
    notConfirmedFor: (severity, open) => `${severity}, sin confirmar desde hace ${open}`,
    nobodyYet: 'Sigue en curso y nadie la ha confirmado.',
    confirmed: (place) => `Confirmada: ${place}`,
    confirmedBy: (name) => (name === undefined ? 'Confirmada' : `Confirmada por ${name}`),
    confirmedLine: (by, since) => `${by}, en curso desde ${since}`,
    confirmedGoesOn: (by) => `${by}. Sigue en curso.`,
    comesBack: (place) => `${place} se repite`,
    lineComesBack: (line) => `${line}, se repite`,
    goesOn: (severity, isUnstable) => `${severity}, en curso${isUnstable ? ', inestable' : ''}`,
    unstable:
      'Ha ido y venido varias veces. Ahora permanece abierta hasta que los valores lleven media hora en calma.',
  },
  device: {
    unnamed: 'Un dispositivo',
    wasOffline: (where) => `${where} estuvo sin conexión`,
    endedWasOffline: (where) => `Finalizada: ${where} estuvo sin conexión`,
    endedLine: (at, since) => `Finalizada (${at}), sin transmitir desde ${since}`,
    endedBy: (at, reason, since) =>
      `La alerta finalizó (${at}) ${endings[reason ?? ''] ?? 'porque se desactivaron estas alertas'}. El dispositivo no transmite desde ${since}.`,
    isBack: (where) => `${where} está de nuevo en línea`,
    isOffline: (where) => `${where} está sin conexión`,
    backSince: (at) => `En línea de nuevo desde ${at}`,
    offlineSince: (at) => `Sin conexión desde ${at}`,
    reportsSince: (at) => `Transmite de nuevo desde ${at}.`,
    lastHeard: (at) => `Última transmisión: ${at}. Hasta que vuelva no inicia alertas.`,
  },
  site: { unnamed: 'un sitio anterior' },
  outage: {
    back: (returned, devices) =>
      returned === 1
        ? `1 de ${devicesText(devices)} ha vuelto`
        : `${returned} de ${devicesText(devices)} han vuelto`,
    silent: (silent, devices) =>
      silent === devices ? devicesText(devices) : `${silent} de ${devicesText(devices)}`,
    ended: (site, count) => `Finalizada: ${site} estuvo sin conexión, ${count}`,
    endedLine: (count, at) => `${count}, finalizada (${at})`,
    others: (count) =>
      `${count}. Las alertas de los demás finalizaron, aunque esos dispositivos aún no transmiten.`,
    isBack: (site, count) => `${site} está de nuevo en línea: ${count}`,
    since: (count, at) => `${count} desde ${at}`,
    after: (count, lasted) => `${count}, tras ${lasted}.`,
    isOffline: (site, count, since) => `${site} está sin conexión: ${count} desde ${since}`,
    fellSilent: (count, since) =>
      `${count} dejaron de transmitir a la vez (${since}); la causa probable es la electricidad o la red del sitio.`,
    noAlerts: 'Hasta que vuelvan no inician alertas.',
  },
  digest: {
    title: (count, sites) => `${count} avisos de ${sites.length === 1 ? sites[0] : `${sites.length} sitios`}`,
    allEnded: 'Todo ha finalizado',
    goingOn: (count) => `${count} en curso`,
    outage: 'Interrupción del sitio',
    connection: 'Conexión',
    more: (count, counts) => `Y ${count} más: ${counts}.`,
  },
  mail: {
    seeAlert: 'Ver la alerta',
    seeAlerts: 'Ver todas las alertas',
    seeDevices: 'Ver los dispositivos',
    confirm: 'Confirmar',
    deleted: 'Recibe este correo por una suscripción que se eliminó después.',
    reason: (names, more) =>
      `Recibe este correo por ${names.length + more > 1 ? 'las suscripciones' : 'la suscripción'} ${[...names, ...(more > 0 ? [`${more} más`] : [])].join(', ')}.`,
  },
  picture: {
    sensor(key, name) {
      const known = sensors[key ?? ''] ?? name
      return known === known.toUpperCase() || /\d|[A-Z]{2}/.test(known) ? known : known.toLowerCase()
    },
    noneBefore: (lead) => `No hay lecturas de los ${lead} anteriores.`,
    before: (lead, sensor, low, high) =>
      `En los ${lead} anteriores (${sensor}): ${low === high ? low : `entre ${low} y ${high}`}.`,
    farthest: (isLow, value, at) => `Valor más ${isLow ? 'bajo' : 'alto'} desde entonces: ${value} (${at}).`,
    last: (value, at) => `Última lectura: ${value} (${at}).`,
    title: (sensor, from, to) => `Gráfico de ${sensor} de ${from} a ${to}`,
    withLevel: (title, level) => `${title}, con el nivel de ${level} que inicia una alerta.`,
    level: (value) => `nivel ${value}`,
    now: (value) => `${value} ahora`,
    raised: (time) => `Inicio ${time}`,
    ended: (time) => `Fin ${time}`,
  },
  test: {
    subject: (name) => `Prueba de “${name}”`,
    heading: 'Esto es una prueba',
    tag: 'Prueba',
    why: (sender, name) =>
      `Enviado por ${sender} para ver a quién llega la suscripción “${name}”. No ha pasado nada.`,
    later: 'Cuando pase algo en su horario, se le avisará aquí.',
    see: 'Ver las suscripciones',
    nothing: 'Prueba. No ha pasado nada.',
    sentIt: 'la envió para ver a quién llega esta suscripción:',
    browserSubject: 'Prueba de notificaciones en un navegador',
    browserText: 'Las notificaciones de alertas llegan a este navegador.',
  },
}
