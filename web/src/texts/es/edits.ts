import type { edits as english } from '../en/edits.ts'
import type { Translated } from './translated.ts'

/** Texts of forms that change a record. */
export const edits: Translated<typeof english> = {
  pick: {
    remove: 'Quitar {{name}}',
    loading: 'Cargando…',
    more_one: '{{count}} coincidencia más. Escriba para encontrarla.',
    more_other: '{{count}} coincidencias más. Escriba para encontrarlas.',
  },
  unsaved: {
    title: '¿Descartar los cambios?',
    text: 'El formulario no se ha guardado.',
    changes: 'Sin guardar: {{fields}}',
    discard: 'Descartar',
  },
  conflict: {
    title: '{{who}} hizo cambios aquí {{when}}',
    titleUndated: '{{who}} hizo cambios aquí mientras tanto',
    someone: 'Otra persona',
    choose_one:
      'Ambos cambiaron el mismo campo. Elija qué valor guardar. Lo que se guardó antes queda en el historial.',
    choose_other:
      'Ambos cambiaron los mismos {{count}} campos. Elija qué valores guardar. Lo que se guardó antes queda en el historial.',
    disjoint: 'Se cambiaron campos distintos, así que ambos cambios pueden conservarse.',
    field: 'Campo',
    mine: 'Usted',
    otherSite: 'otro sitio',
    notSaved: 'sin guardar',
    saved: 'guardado {{when}}',
    was: 'antes: {{value}}',
    outcome: {
      mine: 'Solo lo cambió usted',
      theirs: 'Solo lo cambió {{who}}',
      same: 'Igual en ambos',
    },
    keepEditing: 'Seguir editando',
    takeTheirs: 'Descartar lo mío',
    saveChosen: 'Guardar estos valores',
    saveBoth: 'Guardar ambos cambios',
  },
}
