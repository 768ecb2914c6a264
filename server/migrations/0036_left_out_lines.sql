-- A line can be taken out of an import, which it does not change.
alter table csv_import_line drop constraint csv_import_line_fate_check, add constraint csv_import_line_fate_check check (
  fate in ('Created', 'Changed', 'Unchanged', 'Refused', 'LeftOut'));
