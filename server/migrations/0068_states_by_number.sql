-- The state of a device, its timers and its interfaces are stored under its number, as its readings are. A device that comes to
-- another customer gets a new state. Before, foreign keys carried the number on, row by row, which took most of the time that
-- the move of a large site takes, and for so long its devices had to wait for acknowledgments.
alter table device_state drop constraint device_state_device_no_fkey,
  add foreign key (device_no) references device_number (no) on delete cascade not valid;
alter table alert_timer drop constraint alert_timer_device_no_fkey,
  add foreign key (device_no) references device_number (no) on delete cascade not valid;
alter table device_interface drop constraint device_interface_device_no_fkey,
  add foreign key (device_no) references device_number (no) on delete cascade not valid;

-- Numbers are unique in device_number. While a unique index is on them here, new ones lock devices against references.
alter table device drop constraint device_no_key;
create index device__no on device (no);

create or replace function number_devices_of_customers(moved uuid[]) returns void language plpgsql as $$
declare
  crossing uuid[];
  former integer[];
  next integer[];
begin
  select array_agg(device.id), array_agg(device.no) into crossing, former from device
  join device_number present on present.no = device.no
  left join site on site.id = device.site_id
  where device.id = any(moved) and present.customer_id is distinct from customer_of(site.path);
  if crossing is null then
    return;
  end if;
  with numbered as (
    insert into device_number (no, device_id, customer_id, since)
    select nextval(pg_get_serial_sequence('device', 'no')), device.id, customer_of(site.path), now()
    from device left join site on site.id = device.site_id where device.id = any(crossing)
    on conflict (device_id, customer_id) do update set since = excluded.since
    returning no, device_id)
  select array_agg(numbered.no order by place) into next
  from unnest(crossing) with ordinality as moving (id, place) join numbered on numbered.device_id = moving.id;
  update device set no = moving.no from unnest(crossing, next) as moving (id, no) where device.id = moving.id;
  -- A process of an earlier version may have left some during an upgrade.
  delete from device_state where device_no = any(next);
  -- As of a device that has never reported here. What it said of itself still holds.
  -- Higher than any version that the former state can still reach, so that no process takes what it knows of the device at the
  -- former customer for its state here.
  insert into device_state (device_no, version, latest_at, open_at, open_hour, open_day, migrating, resetting, failing, firmware, reported_interval)
  select present.no, state.version + 100000, present.latest_at, present.latest_at, present.open_hour, present.open_day,
    state.migrating, state.resetting, state.failing, state.firmware, state.reported_interval
  from unnest(former, next) as moving (former, no)
  join device_state state on state.device_no = moving.former
  join device_number present on present.no = moving.no;
  perform keep_latest_times(former);
  -- In the order in which every transaction locks them. No reading is stored under the old number from here on, and all
  -- acknowledgments wait. What took long was therefore done before, and what has changed since is done again.
  perform from device_state where device_no = any(former) order by device_no for update;
  -- Whoever creates a state waits for these.
  perform from device_number where no = any(former) order by no for no key update;
  perform keep_latest_times(former);
  update device_state set migrating = state.migrating, resetting = state.resetting, failing = state.failing,
    firmware = state.firmware, reported_interval = state.reported_interval
  from unnest(former, next) as moving (former, no) join device_state state on state.device_no = moving.former
  where device_state.device_no = moving.no
    and (device_state.migrating, device_state.resetting, device_state.failing, device_state.firmware, device_state.reported_interval)
      is distinct from (state.migrating, state.resetting, state.failing, state.firmware, state.reported_interval);
  update clock_skew set until = coalesce(state.last_seen_at, now())
  from device_state state
  where clock_skew.until is null and clock_skew.device_no = any(former) and state.device_no = clock_skew.device_no;
  delete from device_state where device_no = any(former);
  delete from alert_timer where device_no = any(former);
  -- Addresses in the network of the former customer, and what its people asked of the device.
  delete from device_interface where device_no = any(former);
  delete from device_command where device_id = any(crossing);
  notify device_command;
  -- They were computed from earlier readings, and will be computed again from later ones.
  delete from sensor_forecast where device_id = any(crossing);
  delete from sensor_forecast_score where device_id = any(crossing);
  -- The former customer keeps its rejected readings with the address, without the name that the device gets later.
  update quarantine set device_id = null where device_id = any(crossing);
  -- Hours that were not rated yet when the device left.
  insert into rating_due (device_no, since, until)
  select no, latest_at - interval '1 day', latest_at from device_number
  where no = any(next) and latest_at is not null;
end $$;

create function keep_latest_times(numbers integer[]) returns void language sql as $$
  update device_number set latest_at = state.latest_at,
    open_hour = case when state.open_at = state.latest_at then state.open_hour end,
    open_day = case when state.open_at = state.latest_at then state.open_day end
  from device_state state
  where device_number.no = any(numbers) and state.device_no = device_number.no
    and device_number.latest_at is distinct from state.latest_at
$$;
