-- A backlog of due hours is taken by day, then by device. An hour changes the ratings of the 23 hours after it, which would
-- otherwise be computed again for each hour of the backlog.
create index rating_due__day__device_no on rating_due (date_bin('1 day', until, '2000-01-01T00:00Z') desc, device_no);
