/** Texts of forms that change a record. */
export const edits = {
  pick: {
    remove: 'Remove {{name}}',
    loading: 'Loading…',
    more_one: '{{count}} more matches. Type to find it.',
    more_other: '{{count}} more match. Type to find them.',
  },
  unsaved: {
    title: 'Discard your changes?',
    text: 'The form has not been saved.',
    changes: 'Not saved: {{fields}}',
    discard: 'Discard',
  },
  conflict: {
    title: '{{who}} changed this {{when}}',
    titleUndated: '{{who}} changed this in the meantime',
    someone: 'Someone else',
    choose_one:
      'You both changed the same field. Choose which value to save. What was saved before stays in the history.',
    choose_other:
      'You both changed the same {{count}} fields. Choose which values to save. What was saved before stays in the history.',
    disjoint: 'You changed different fields, so both changes can be kept.',
    field: 'Field',
    mine: 'Yours',
    otherSite: 'another site',
    notSaved: 'not saved',
    saved: 'saved {{when}}',
    was: 'was {{value}}',
    outcome: {
      mine: 'Only you changed this',
      theirs: 'Only {{who}} changed this',
      same: 'The same in both',
    },
    keepEditing: 'Keep editing',
    takeTheirs: 'Discard mine',
    saveChosen: 'Save these values',
    saveBoth: 'Save both changes',
  },
} as const
