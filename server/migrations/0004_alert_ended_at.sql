-- What was open within a recent time: those still open are found by alert__open, the others by their end.
create index alert__ended_at on alert (ended_at);
