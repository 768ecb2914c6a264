import type { webhookImport as englishImport, webhookStart as englishStart } from '../en/webhook-start.ts'
import type { Translated } from './translated.ts'

/** What a webhook request starts from. */
export const webhookStart: Translated<typeof englishStart> = {
  sub: 'Una receta ya tiene el formato de un producto. Agregue su dirección o clave, envíe una prueba y guarde.',
  recipes: 'Recetas',
  recipe: 'Configurar {{name}}',
  documentation: 'Documentación de {{name}}',
  next: 'La vista previa muestra lo que se envía. Envíe una prueba, luego guarde la solicitud y agregue un evento de webhook, que indica cuándo se envía.',
  without: 'Sin receta',
  empty: 'Empezar desde cero',
  emptyText: 'Una solicitud vacía, para cualquier sistema que use HTTP',
  curl: 'Desde un comando curl',
  curlText: 'Como lo muestra la documentación de muchos sistemas',
  openapi: 'Desde una descripción OpenAPI',
  openapiText: 'Una operación de una interfaz descrita',
}

/** Requests from curl commands and OpenAPI descriptions. */
export const webhookImport: Translated<typeof englishImport> = {
  curl: {
    title: 'Desde un comando curl',
    text: 'Pegue un comando de la documentación del destinatario. Solo se lee, nunca se ejecuta. Luego ponga variables en sus valores.',
    label: 'Comando curl',
  },
  openapi: {
    title: 'Desde una descripción OpenAPI',
    text: 'Pegue una descripción en OpenAPI 3.0 o 3.1, como JSON, o elija su archivo. Luego elija la operación a la que se avisará de las alertas.',
    label: 'Descripción como JSON',
  },
  file: 'Elegir archivo',
  read: 'Listar operaciones',
  operation: 'Operación',
  take: 'Completar la solicitud',
  imported: 'Importado. Revise las filas, ponga variables en ellas y envíe una prueba.',
  problem: {
    notCurl: 'Esto no es un comando curl: tiene que empezar con curl',
    openQuote: 'Unas comillas no están cerradas: {{about}}',
    expansion: 'Aquí no se sabe qué pone la terminal en lugar de {{about}}. Ponga su valor en su lugar.',
    operator:
      'Fuera de comillas, {{about}} inicia algo distinto de curl. Quítelo, o ponga la dirección entre comillas.',
    unknownOption: 'La opción {{about}} de curl no se conoce aquí. Quítela si no es necesaria.',
    missingValue: 'La opción {{about}} no tiene valor',
    noUrl: 'El comando no tiene dirección',
    twoUrls: 'El comando tiene una segunda dirección: {{about}}',
    file: 'No se leen archivos: ponga el contenido en lugar de {{about}}',
    method: 'El método {{about}} no se puede enviar. GET, POST, PUT, PATCH, DELETE y HEAD sí.',
    header: 'Un encabezado consta de un nombre, dos puntos y un valor: {{about}}',
    formPart: 'Las partes de un formulario no pueden tener tipo ni nombre de archivo: {{about}}',
    tooLong: 'Esto supera un millón de caracteres',
    tooDeep: 'La descripción tiene más de 1,000 niveles',
    notJson: 'Esto no es JSON. Una descripción en YAML se puede convertir antes.',
    notOpenApi: 'Esto no es una descripción en OpenAPI 3.0 o 3.1, sino {{about}}',
    noOperation: 'La descripción no tiene ninguna operación',
    reference: 'La descripción remite a algo que no está en ella, o a sí misma: {{about}}',
    contentType: 'La operación acepta {{about}}, que no se puede enviar',
    tooMany: 'El cuerpo tiene más de 500 valores, o más de 20 niveles',
  },
  note: {
    ignored: 'Se omitió, ya que se refiere al propio curl: {{about}}',
    insecure:
      'El comando no verifica el certificado. Aquí puede fijarlo en su lugar: confiar en un certificado autofirmado.',
    assumedJson: 'curl enviaría el cuerpo como formulario; se toma como el JSON que es.',
    xmlAsText:
      'El XML se toma como texto, en el que los valores de las variables no se escapan. Para usar variables, seleccione el tipo de contenido XML y agregue sus elementos como filas.',
    cycle: '{{about}} se contiene a sí mismo. Se sigue una sola vez.',
    noServer: 'La descripción no dice dónde está la interfaz: complete la dirección.',
    ownHeader: 'Se omitió, ya que el portal define este encabezado: {{about}}',
  },
}
