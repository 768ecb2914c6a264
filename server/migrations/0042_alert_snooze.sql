-- Nobody is reminded of the alert until then.
alter table alert
  add column snoozed_until timestamptz,
  add column snoozed_by uuid;
