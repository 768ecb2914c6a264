-- Days on which a site and those below it are closed.
create table closed_day (
  site_id uuid not null references site (id) on delete cascade,
  day text not null,
  name text not null,
  primary key (site_id, day)
);
-- The last local day for which everything at a site has been forecast.
create table forecast_night (
  site_id uuid primary key references site (id) on delete cascade,
  day text not null
);
-- Alerts forecast for a day before it began, and the alerts that were raised. An empty type stands for all types.
create table alert_forecast (
  site_id uuid not null references site (id) on delete cascade,
  type_key text not null,
  day text not null,
  made_at timestamptz not null,
  mean real not null,
  low50 integer not null,
  high50 integer not null,
  low80 integer not null,
  high80 integer not null,
  last_week integer not null,
  hour_means real[] not null,
  hour_lows integer[] not null,
  hour_highs integer[] not null,
  count integer,
  hour_counts integer[],
  primary key (site_id, type_key, day)
);
create index alert_forecast__day on alert_forecast (day);
-- The newest forecast of each sensor, by local hour of its seven days.
create table sensor_forecast (
  device_id uuid not null references device (id) on delete cascade,
  sensor text not null,
  day text not null,
  made_at timestamptz not null,
  model text not null,
  point real[] not null,
  low50 real[] not null,
  high50 real[] not null,
  low80 real[] not null,
  high80 real[] not null,
  naive real[] not null,
  primary key (device_id, sensor)
);
-- Errors of the forecasts of a day.
create table sensor_forecast_score (
  device_id uuid not null references device (id) on delete cascade,
  sensor text not null,
  day text not null,
  hours integer not null,
  miss real not null,
  naive_miss real not null,
  inside50 integer not null,
  inside80 integer not null,
  primary key (device_id, sensor, day)
);
create index sensor_forecast_score__day on sensor_forecast_score (day);
