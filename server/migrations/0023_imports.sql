-- Files of devices or sites that users import. Nothing is written to the tables of devices and sites before `Applying`.
create table csv_import (
  id uuid primary key,
  kind text not null check (kind in ('Devices', 'Sites')),
  -- The site imported into. References in the file are looked up here and below.
  site_id uuid not null references site (id) on delete cascade,
  created_by uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null,
  -- The network address of the user, for the audit log.
  address text,
  file_name text not null,
  state text not null check (
    state in ('Uploading', 'Checking', 'Refused', 'Checked', 'Applying', 'Done', 'Undoing', 'Undone', 'Canceled')),
  is_canceled boolean not null default false,
  -- Why the whole file was refused, or why the last step kept nothing.
  problem text,
  -- How many lines the current step has handled. Written outside of its transaction.
  progress integer not null default 0,
  lines integer not null default 0,
  columns jsonb not null default '[]',
  encoding text,
  delimiter text,
  counts jsonb not null default '{}',
  started_at timestamptz,
  applied_at timestamptz,
  keys_issued_at timestamptz
);
create index csv_import__created_by on csv_import (created_by, created_at desc);
create index csv_import__site_id on csv_import (site_id);

-- The file as uploaded, until it has been applied.
create table csv_import_chunk (
  import_id uuid not null references csv_import (id) on delete cascade,
  no integer not null,
  bytes bytea not null,
  primary key (import_id, no)
);

create table csv_import_line (
  import_id uuid not null references csv_import (id) on delete cascade,
  line integer not null,
  fate text not null check (fate in ('Created', 'Changed', 'Unchanged', 'Refused')),
  -- In the order of the columns of the file.
  cells jsonb not null,
  problems jsonb not null default '[]',
  changes jsonb not null default '{}',
  -- What the import has created or changed, what it was before, and its version after the import.
  record_id uuid,
  before jsonb,
  version integer,
  -- Why undoing has left it as it is; an empty text if it was undone.
  left_because text,
  primary key (import_id, line)
);
create index csv_import_line__fate on csv_import_line (import_id, fate, line);

-- How many addresses of other customers' devices the checks of a user have met: few per hour are revealed.
create table csv_import_conflict (
  user_id uuid not null references app_user (id) on delete cascade,
  at timestamptz not null,
  count integer not null
);
create index csv_import_conflict__user_id on csv_import_conflict (user_id, at);

-- The chain of the audit log used to be extended row by row, which takes quadratic time for a transaction with many
-- entries, since each updates the same row. The first entry of a transaction now links all of them. The hashes stay the
-- same.
create function audit_bytes(entry audit_entry) returns bytea immutable language sql as $$
  select convert_to((jsonb_build_array(
    entry.id, extract(epoch from entry.at), entry.actor_id, entry.site_id, entry.action, entry.subject_id, entry.details
  ) || case when entry.address is null then '[]'::jsonb else jsonb_build_array(entry.address) end)::text, 'UTF8')
$$;

create or replace function link_audit_entry() returns trigger language plpgsql as $$
declare
  head audit_head;
  ids bigint[];
  entries bytea[];
  hashes bytea[] := '{}';
begin
  if exists (select from audit_link where entry_id = new.id) then
    return null;
  end if;
  -- Entries of other transactions are linked before they become visible, so these are this transaction's own.
  select array_agg(e.id order by e.id), array_agg(audit_bytes(e) order by e.id) into ids, entries
  from audit_entry e
  where e.id >= new.id and (select true from audit_link l where l.entry_id = e.id) is null;
  select * into strict head from audit_head for update;
  for i in 1 .. cardinality(ids) loop
    head.hash := sha256(head.hash || entries[i]);
    hashes[i] := head.hash;
  end loop;
  insert into audit_link (position, entry_id, hash)
    select head.position + i, ids[i], hashes[i] from generate_series(1, cardinality(ids)) i;
  update audit_head set position = head.position + cardinality(ids), hash = head.hash;
  return null;
end $$;
