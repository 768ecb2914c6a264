-- Events also say that lists have changed, such as those of sites, which is about no device.
alter table event alter column device_id drop not null;
