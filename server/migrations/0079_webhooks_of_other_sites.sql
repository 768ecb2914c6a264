-- The path of the site of the request at that time, or of the webhook event if there was no request. Its address, what was
-- sent and the response are shown only to those who see that site. null: recorded by an older version.
alter table webhook_delivery add column request_site_path text collate "C";

-- A site can be deleted although a webhook event of a site that has moved away still names one of its requests. Without a
-- request, an event sends nothing.
alter table webhook_event alter column webhook_request_id drop not null;
-- Upgrade: replaces a reference that refused such deletions.
alter table webhook_event
  drop constraint webhook_event_webhook_request_id_fkey,
  add constraint webhook_event_webhook_request_id_fkey
    foreign key (webhook_request_id) references webhook_request (id) on delete set null;
