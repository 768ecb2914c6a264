-- For alerts open in a recent period: alert__open finds those still open, this index the others by their end.
create index alert__ended_at on alert (ended_at);
