-- The job queue now decides when a mail is due and which process handles it. Waiting mails are enqueued when a worker
-- starts.
drop index mail__next_at;
alter table mail drop column next_at, drop column lease;
create index mail__pending on mail (id) where status in ('requested', 'composed');
