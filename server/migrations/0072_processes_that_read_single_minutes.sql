-- Whether a process computes minutes that are not stored (decision 082). All minutes are stored while one runs that does not.
alter table process add column if not exists reads_single_minutes boolean not null default false;
