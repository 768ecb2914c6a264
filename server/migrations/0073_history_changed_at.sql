-- When the stored readings of a device last changed other than by newer ones, as by a late reading (decision 085). Valid only
-- while `history_version` is the version of the state: a process of an earlier release, which may run during an upgrade, does
-- not update it.
alter table device_state add column history_changed_at timestamptz, add column history_version int;
