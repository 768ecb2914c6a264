-- Of an import that a newer file of the same user has replaced, the row stays, so that another window that still shows it
-- can say what happened.
alter table csv_import drop constraint csv_import_state_check, add constraint csv_import_state_check check (
  state in (
    'Uploading', 'Checking', 'Refused', 'Checked', 'Applying', 'Done', 'Undoing', 'Undone', 'Canceled', 'Replaced'));
