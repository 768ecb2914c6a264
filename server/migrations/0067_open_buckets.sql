-- Where the hour and the day began that hold the newest reading. They are not stored yet, and after a change of the time zone
-- they did not begin where those of the new zone do. They count only while `open_at` equals `latest_at`: a process of an earlier
-- version, which may run during an upgrade, does not update them. Otherwise, the time zone of the site decides.
alter table device_state add column open_at timestamptz, add column open_hour timestamptz, add column open_day timestamptz;
-- Those of the reading at `latest_at`, for when the device returns.
alter table device_number add column open_hour timestamptz, add column open_day timestamptz;
