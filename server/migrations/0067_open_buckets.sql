-- Where the hour and the day began that hold the newest reading. They are not stored yet, and after a change of the time zone
-- they did not begin where those of the new zone do. null: as the time zone of the site says.
alter table device_state add column open_hour timestamptz, add column open_day timestamptz;
