-- When a device went online and offline, for its page.
create index event__device_connection on event (device_id, seq) where kind in ('DeviceOnline', 'DeviceOffline');
