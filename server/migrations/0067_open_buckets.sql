-- Where the hour and the day began that hold the newest reading. They are not stored yet, and after a change of the time zone
-- they did not begin where those of the new zone do. null: as the time zone of the site says.
alter table device_state add column open_hour timestamptz, add column open_day timestamptz;

create or replace function number_devices_of_customers(moved uuid[]) returns void language plpgsql as $$
declare
  crossing uuid[] := array(
    select device.id from device
    join device_number present on present.no = device.no
    left join site on site.id = device.site_id
    where device.id = any(moved) and present.customer_id is distinct from customer_of(site.path));
begin
  if cardinality(crossing) = 0 then
    return;
  end if;
  -- In the order in which every transaction locks them. No reading is stored under the old number from here on.
  perform from device_state where device_no in (select no from device where id = any(crossing))
    order by device_no for update;
  update device_number set latest_at = device_state.latest_at
  from device_state where device_state.device_no = device_number.no and device_number.device_id = any(crossing);
  insert into device_number (no, device_id, customer_id, since)
  select nextval(pg_get_serial_sequence('device', 'no')), device.id, customer_of(site.path), now()
  from device left join site on site.id = device.site_id where device.id = any(crossing)
  on conflict (device_id, customer_id) do update set since = excluded.since;
  update device set no = next.no
  from device_number next, device place left join site on site.id = place.site_id
  where device.id = any(crossing) and place.id = device.id and next.device_id = device.id
    and next.customer_id is not distinct from customer_of(site.path);
  -- As of a device that has never reported here. The version tells the device writer to read the device again.
  update device_state set version = device_state.version + 1, last_seen_at = null, latest_at = present.latest_at,
    open_hour = null, open_day = null, online = false, online_changed_at = null, skewed = false, engine = '{}',
    vape = null, sound = null, aggression = null, noise = null, temperature = null, tamper = null, humidity = null,
    light = null, motion = null, co = null, eco2 = null, nh3 = null, no2 = null, gas = null, iaq = null,
    particulate = null, tvoc = null
  from device join device_number present on present.no = device.no
  where device_state.device_no = device.no and device.id = any(crossing);
  delete from alert_timer where device_no in (select no from device where id = any(crossing));
  -- Addresses in the network of the former customer, and what its people asked of the device.
  delete from device_interface where device_no in (select no from device where id = any(crossing));
  delete from device_command where device_id = any(crossing);
  notify device_command;
  -- They were computed from earlier readings, and will be computed again from later ones.
  delete from sensor_forecast where device_id = any(crossing);
  delete from sensor_forecast_score where device_id = any(crossing);
  -- The former customer keeps its rejected readings with the address, without the name that the device gets later.
  update quarantine set device_id = null where device_id = any(crossing);
  -- Hours that were not rated yet when the device left.
  insert into rating_due (device_no, since, until)
  select device.no, present.latest_at - interval '1 day', present.latest_at
  from device join device_number present on present.no = device.no
  where device.id = any(crossing) and present.latest_at is not null;
end $$;
