-- A delivery is locked before its attempts, as when an attempt is recorded.
lock table webhook_delivery in exclusive mode;
-- The path of the site of the request that was sent, which can be another one in each attempt. null: there was no request, or
-- an older version recorded it.
alter table webhook_attempt add column request_site_path text collate "C";
-- What is dropped when a webhook event is switched off or deleted.
create index webhook_delivery__unsent on webhook_delivery (webhook_event_id) where status in ('waiting', 'held');
