-- Deleted sites. Administrators of the sites above go on reading their history.
create table former_site (
  id uuid primary key,
  name text not null,
  -- Where it was; kept up to date when a site above is moved.
  path text collate "C" not null unique,
  deleted_at timestamptz not null,
  deleted_by uuid
);

-- Deleting a site moves its emails to the log of its parent.
create index mail__site_id on mail (site_id);
