import type { palette as englishPalette, shortcuts as englishShortcuts } from '../en/palette.ts'
import type { Translated } from './translated.ts'

/** The search of the top bar, and the list of keyboard shortcuts. */
export const palette: Translated<typeof englishPalette> = {
  title: 'Búsqueda y comandos',
  placeholder: 'Buscar sitios, dispositivos, personas, páginas',
  limit: 'Buscar en',
  all: 'Todo',
  kind: { Sites: 'Sitios', Devices: 'Dispositivos', Users: 'Personas', Actions: 'Acciones' },
  recent: 'Recientes',
  devices: 'Dispositivos',
  sites: 'Sitios',
  people: 'Personas',
  actions: 'Acciones',
  pages: 'Páginas',
  inventory: 'Inventario',
  openCount_one: '{{count}} abierta',
  openCount_other: '{{count}} abiertas',
  deviceCount_one: '{{count}} dispositivo',
  deviceCount_other: '{{count}} dispositivos',
  typeOn: 'Escriba para buscar',
  choose: 'elegir',
  open: 'abrir',
  newTab: 'nueva pestaña',
  action: {
    addDevice: 'Agregar un dispositivo',
    addSite: 'Agregar un subsitio',
    invite: 'Invitar a una persona',
    light: 'Cambiar al tema claro',
    dark: 'Cambiar al tema oscuro',
    onlyForYou: 'solo para usted',
    signOut: 'Cerrar sesión',
  },
}

export const shortcuts: Translated<typeof englishShortcuts> = {
  title: 'Atajos de teclado',
  anywhere: 'En cualquier lugar',
  search: 'Búsqueda y comandos',
  searchToo: 'Búsqueda sin Ctrl',
  this: 'Esta lista de atajos',
  close: 'Cerrar, volver',
  goTo: 'Ir a',
  inList: 'En una lista',
  nextRow: 'Fila siguiente, anterior',
  openRow: 'Abrir junto a la lista',
  selectRow: 'Seleccionar',
  find: 'Buscar en la lista',
  note: 'Las teclas sueltas funcionan fuera de los campos de texto y se pueden desactivar en su cuenta. En una Mac, Ctrl es ⌘.',
}
