import type { ProblemTexts } from '../problem-texts.ts'

/** Why a file, a line of it or an undo of it is refused. */
export const importMessages: ProblemTexts['messages'] = {
  'A device of the file has been registered meanwhile':
    'Un dispositivo del archivo se registró mientras tanto',
  'A device with this hardware address already exists': 'Ya existe un dispositivo con esta dirección MAC',
  'A quotation mark is opened here or below and never closed.':
    'Aquí o más abajo se abre una comilla que nunca se cierra.',
  'A site cannot be moved below itself': 'Un sitio no se puede mover por debajo de sí mismo',
  'A site of the file has been moved meanwhile': 'Un sitio del archivo se movió mientras tanto',
  'A sub-site with this name already exists': 'Ya existe un subsitio con este nombre',
  'Expected yes or no': 'Se espera yes o no',
  'It has been changed since': 'Se modificó desde entonces',
  'It has been deleted since': 'Se eliminó desde entonces',
  'It is in use': 'Está en uso',
  'Its former site is gone': 'Su sitio anterior ya no existe',
  'Only system administrators of the root site may change the subscription':
    'Solo los administradores del sistema del sitio raíz pueden cambiar el tipo de plan',
  'Please enter the hardware address': 'Ingrese la dirección MAC',
  'Site not found': 'No se encontró el sitio',
  'Something went wrong. Nothing was kept.': 'Algo salió mal. No se guardó nada.',
  'Something went wrong. Nothing was undone.': 'Algo salió mal. No se deshizo nada.',
  'The file has a heading, but no lines below it.':
    'El archivo tiene un encabezado, pero ninguna línea debajo.',
  'The file has no column for this field': 'El archivo no tiene ninguna columna para este campo',
  'The file has no such line': 'El archivo no tiene esa línea',
  'The file is empty.': 'El archivo está vacío.',
  'The file is not text in UTF-8 or UTF-16. In Excel, save it as “CSV UTF-8 (Comma delimited)”.':
    'El archivo no es texto en UTF-8 ni UTF-16. En Excel, guárdelo como “CSV UTF-8 (delimitado por comas)”.',
  'The record has been changed since the check': 'El elemento se ha cambiado desde la comprobación',
  'The site that the file is imported into cannot be changed by it':
    'El archivo no puede cambiar el sitio al que se importa',
  'This device cannot be claimed': 'Este dispositivo no se puede vincular',
  'This line cannot be read as CSV.': 'Esta línea no se puede leer como CSV.',
  'This model is retired': 'Este modelo está retirado',
  'Too many hardware addresses in your last files are taken by devices elsewhere. Try again in an hour.':
    'Demasiadas direcciones MAC de sus últimos archivos pertenecen a dispositivos de otro lugar. Inténtelo de nuevo en una hora.',
  'You no longer have access to the site of this import': 'Ya no tiene acceso al sitio de esta importación',
  'You no longer have permission to import': 'Ya no tiene permiso para importar',
}

export const importPatterns: ProblemTexts['patterns'] = [
  [/^No site “(.+)”$/, 'No hay ningún sitio “$1”'],
  [/^Same address as line (\d+)$/, 'La misma dirección que en la línea $1'],
  [/^Same site as line (\d+)$/, 'El mismo sitio que en la línea $1'],
  [/^Line (\d+): (.+)$/, 'Línea $1: {$2}'],
  [/^A cell has more than (\S+) characters$/, 'Una celda tiene más de $1 caracteres'],
  [/^A file of this kind has no field “(.+)”$/, 'Un archivo de este tipo no tiene el campo “$1”'],
  [
    /^More than (\S+) of the hardware addresses are taken by devices elsewhere\. Check the file, and try again in an hour\.$/,
    'Más de $1 de las direcciones MAC pertenecen a dispositivos de otro lugar. Revise el archivo e inténtelo de nuevo en una hora.',
  ],
  [
    /^Second “(.+)” at this site; the first is on line (\d+)$/,
    'Segundo “$1” en este sitio; el primero está en la línea $2',
  ],
  [/^The columns (.+) mean the same\.$/, 'Las columnas $1 significan lo mismo.'],
  [/^The file has (\d+) columns, not (\d+)$/, 'El archivo tiene $1 columnas, no $2'],
  [/^The file has more than (\S+) columns\.$/, 'El archivo tiene más de $1 columnas.'],
  [/^The file has more than (\S+) lines\. Split it\.$/, 'El archivo tiene más de $1 líneas. Divídalo.'],
  [
    /^The first line must name the columns, and one of them must be “(.+?)”\. It reads (.*)\.$/s,
    'La primera línea debe nombrar las columnas, y una de ellas debe ser “$1”. Contiene: $2.',
  ],
  [
    /^This line has (\d+) cells, but the heading has (\d+)$/,
    'Esta línea tiene $1 celdas, pero el encabezado tiene $2',
  ],
  [
    /^This line is longer than (\d+) KB\. Is a quotation mark never closed\?$/,
    'Esta línea supera los $1 KB. ¿Hay una comilla que nunca se cierra?',
  ],
  [
    /^(\d+) sites are called “(.+?)”\. Write the site above before it: “(.+)”$/,
    'Hay $1 sitios con el nombre “$2”. Anteponga el sitio superior: “$3”',
  ],
]
