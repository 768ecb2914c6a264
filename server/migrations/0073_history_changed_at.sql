-- The time of the last write that did more than add newer readings of a device, such as a late reading (decision 085). Valid only
-- if `history_version` equals the version of the state: a process of an earlier release, which may run during an upgrade, does not
-- update it.
alter table device_state add column history_changed_at timestamptz, add column history_version int;
