-- Reports that were made or are being made, with their figures as of then. They go with their site.
create table report (
  id uuid primary key,
  site_id uuid not null references site (id) on delete cascade,
  type text not null check (type in ('Pdf-Weekly', 'Pdf-Monthly', 'Heatmap-Alerts', 'Custom')),
  name text not null,
  -- Calendar days of the site, both inclusive, as YYYY-MM-DD.
  first_day text not null,
  last_day text not null,
  is_scheduled boolean not null,
  -- null: all.
  sections text[],
  device_ids uuid[],
  group_ids uuid[],
  state text not null check (state in ('Waiting', 'Ready', 'Failed', 'Canceled')),
  -- Sections made, of how many. Written outside of the transaction of the job.
  done integer not null default 0,
  steps integer not null default 1,
  facts jsonb,
  receivers integer not null default 0,
  created_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Deleted by a user. The row stays, so that the same period is not made again.
  deleted_at timestamptz
);
-- Once for each site and period, whatever restarts.
create unique index report__scheduled on report (site_id, type, first_day) where is_scheduled;
create index report__site_id__created_at on report (site_id, created_at desc) where deleted_at is null;
create index report__created_at on report (created_at);

-- Until when the reports of a site that someone subscribes to have been planned.
create table report_cursor (
  site_id uuid not null references site (id) on delete cascade,
  type text not null,
  planned_until timestamptz not null,
  primary key (site_id, type)
);

-- How the reports of a site are made. Without a row: as by these defaults.
create table report_setting (
  site_id uuid primary key references site (id) on delete cascade,
  weekly boolean not null default true,
  monthly boolean not null default true,
  delivery text not null default 'Attachment' check (delivery in ('Attachment', 'Link')),
  paper text not null default 'A4' check (paper in ('A4', 'Letter'))
);
