import type { help as english } from '../en/help.ts'
import type { Translated } from './translated.ts'

/** The help page. */
export const help: Translated<typeof english> = {
  title: 'Ayuda',
  sub: 'La guía, atajos de teclado, sensores, cómo se conecta un dispositivo y a quién preguntar',
  guide: {
    title: 'Guía',
    'on-duty': { title: 'De guardia', text: 'Qué hacer cuando suena el teléfono' },
    'managing-a-site': { title: 'Administrar un sitio', text: 'A quién se avisa y qué muestra el historial' },
    administering: { title: 'Administración', text: 'Sitios, dispositivos y personas' },
  },
  keys: {
    title: 'Atajos de teclado',
    search: 'Buscar sitios, dispositivos, personas y páginas; / hace lo mismo',
    go: 'Ir al panel; otras letras después de G abren otras páginas',
    all: 'Todos los atajos de la página actual',
    list: 'En una lista: seleccionar la fila, buscar en la lista',
    tab: 'Siguiente control; Shift y Tab: el anterior',
    rows: 'En una lista o con los detalles abiertos: fila siguiente y anterior',
    esc: 'Cerrar los detalles, un menú o un diálogo',
    confirm: 'Con una alerta abierta: confirmarla',
    space: 'En la página en vivo: pausar y reanudar los valores',
    single: 'Los atajos de una sola tecla se pueden desactivar en su cuenta.',
    singleOff: 'Usted desactivó los atajos de una sola tecla.',
    account: 'Cuenta',
    arrows: 'En un gráfico, menú o lista de opciones: moverse',
  },
  sensors: {
    title: 'Sensores',
    text: 'Lo que un dispositivo puede medir. No todos los modelos tienen todos. Las franjas se muestran donde una norma pública clasifica los valores.',
    span: 'de {{from}} a {{to}}',
    above: 'más de {{value}}',
    upTo: 'hasta {{value}}',
    noBands: 'sin norma pública',
    noUnit: 'índice',
  },
  connect: {
    title: 'Cómo se conecta un dispositivo',
    add: 'Agregue el dispositivo con su dirección MAC en DISPOSITIVOS. Su clave se muestra una sola vez.',
    report:
      'El dispositivo transmite por MQTT o HTTP con su dirección MAC como nombre de usuario y su clave como contraseña. La página muestra comandos para copiar.',
    wait: 'La página espera la primera lectura y muestra qué se rechazó y por qué.',
    offline:
      'Un dispositivo que no transmite durante varios intervalos se considera sin conexión. Sus alertas abiertas siguen abiertas 24 horas y luego finalizan.',
    link: 'Agregar un dispositivo',
    api: 'Documentación de la API',
  },
  imports: {
    title: 'Importar muchos a la vez',
    file: 'Los dispositivos y sitios se pueden agregar y cambiar con un archivo CSV que tenga las columnas de las listas exportadas. Cada página ofrece una plantilla.',
    check:
      'El portal primero muestra qué haría cada línea: crear, cambiar, nada, o por qué no se puede importar. Aún no se escribe nada.',
    apply:
      'Luego se escribe todo o nada. Las líneas que no se pueden importar se omiten; descárguelas con los motivos, corríjalas e impórtelas de nuevo.',
    undo: 'Durante diez minutos se puede deshacer la importación. Lo que se haya cambiado desde entonces queda como está.',
    devices: 'Importar dispositivos',
    sites: 'Importar sitios',
  },
  contact: {
    title: 'A quién preguntar',
    text: 'Los administradores de su sitio invitan a personas, cambian roles y restablecen contraseñas y segundos factores. Si hay problemas con el servicio, indique al administrador del sistema la versión y lo que vio.',
    site: 'Su sitio',
    role: 'Su rol',
    version: 'Versión',
    announcements: 'Anuncios',
  },
}
