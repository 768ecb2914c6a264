-- The audit log is append-only. Each row is chained by a hash over itself and the previous link, so that `npm run
-- check-audit` detects a row that was changed, removed or inserted later.
create table audit_link (
  position bigint primary key,
  event_id bigint not null unique,
  hash bytea not null
);
-- The end of the chain.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  hash bytea not null
);
insert into audit_head (position, hash) values (0, sha256(''));

create function audit_hash(previous bytea, event audit_event) returns bytea immutable language sql as $$
  select sha256(previous || convert_to(jsonb_build_array(
    event.id, extract(epoch from event.at), event.actor_id, event.site_id, event.action, event.subject_id, event.details
  )::text, 'UTF8'))
$$;

create function link_audit_event() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  select * into strict head from audit_head for update;
  head.position := head.position + 1;
  head.hash := audit_hash(head.hash, new);
  insert into audit_link (position, event_id, hash) values (head.position, new.id, head.hash);
  update audit_head set position = head.position, hash = head.hash;
  return null;
end $$;
-- Runs at commit: locks the end of the chain after everything else and only briefly, so that transactions neither wait
-- for one another's work nor deadlock.
create constraint trigger audit_event__link after insert on audit_event
  deferrable initially deferred for each row execute function link_audit_event();

do $$
declare
  event audit_event;
  head audit_head;
begin
  select * into strict head from audit_head;
  for event in select * from audit_event order by id loop
    head.position := head.position + 1;
    head.hash := audit_hash(head.hash, event);
    insert into audit_link (position, event_id, hash) values (head.position, event.id, head.hash);
  end loop;
  update audit_head set position = head.position, hash = head.hash;
end $$;

-- Applies to every role, including the owner of the tables. Rows past their retention may be deleted, but never rows
-- younger than the shortest allowed retention.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '30 days' then
      return old;
    end if;
  end if;
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_event__append_only before update or delete on audit_event
  for each row execute function refuse_audit_change();
create trigger audit_event__no_truncate before truncate on audit_event
  for each statement execute function refuse_audit_change();
create function refuse_audit_link_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from audit_event where id = old.event_id) then
      return old;
    end if;
  end if;
  raise exception 'the audit log only grows' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_link__append_only before update or delete on audit_link
  for each row execute function refuse_audit_link_change();
create trigger audit_link__no_truncate before truncate on audit_link
  for each statement execute function refuse_audit_link_change();

-- Deletes the oldest rows, up to the first one not older than the given instant. Keeps the last deleted row's link,
-- since the next one continues from it. Returns the number of deleted rows.
create function forget_audit_events(before timestamptz) returns bigint language plpgsql
  set search_path = public, pg_temp as $$
declare
  last_position bigint;
  forgotten bigint;
begin
  select coalesce(min(l.position), (select h.position + 1 from audit_head h)) - 1 into last_position
  from audit_link l join audit_event e on e.id = l.event_id
  where e.at >= before;
  delete from audit_event e using audit_link l where l.event_id = e.id and l.position <= last_position;
  get diagnostics forgotten = row_count;
  delete from audit_link where position < last_position;
  return forgotten;
end $$;

create index audit_event__at on audit_event (at);

-- Whether this database holds the demonstration data; previously recorded in the audit log.
create table demonstration (
  only_row boolean primary key default true check (only_row),
  is_finished boolean not null
);
insert into demonstration (is_finished)
  select bool_or(action = 'demo.finished') from audit_event where action like 'demo.%'
  having count(*) > 0;
