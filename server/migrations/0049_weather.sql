-- Where a site is, if set by hand. Otherwise its address tells, or the site above.
alter table site
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add check ((latitude is null) = (longitude is null));

-- Where the weather service has found an address of sites.
create table geocoded_address (
  -- City, postal code, state and country, in lower case.
  address text primary key,
  -- null: not found, or not yet asked for.
  latitude double precision,
  longitude double precision,
  name text,
  -- When the service last answered. null: never.
  answered_at timestamptz,
  -- Since when it is being asked. null: it is not.
  asked_at timestamptz,
  -- When it may be asked again.
  next_at timestamptz not null,
  failures integer not null default 0
);

-- A square of the map for which the weather is read once, for all sites in it.
create table weather_cell (
  no integer generated always as identity primary key,
  latitude double precision not null,
  longitude double precision not null,
  unique (latitude, longitude),
  current_at timestamptz,
  current_temperature real,
  current_humidity real,
  current_code smallint,
  current_is_day boolean,
  -- When the service last answered. null: never.
  fetched_at timestamptz,
  -- Since when it is being asked. null: it is not.
  asked_at timestamptz,
  -- When it may be asked again.
  next_at timestamptz not null,
  failures integer not null default 0
);

-- Hours as last reported or forecast. Those that have passed stay, as history beside the readings.
create table weather_hour (
  cell_no integer not null references weather_cell on delete cascade,
  at timestamptz not null,
  -- °C
  temperature real not null,
  -- %
  humidity real,
  -- WMO 4677
  code smallint,
  is_day boolean,
  primary key (cell_no, at)
);
