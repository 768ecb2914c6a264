-- Lines of a checked file can be corrected, and then all lines are checked again.
alter table csv_import_line
  -- What to look at before the line is applied.
  add column warning text,
  -- Whether the address or claim code of the line has been counted in csv_import_conflict.
  add column is_conflict_counted boolean not null default false;
