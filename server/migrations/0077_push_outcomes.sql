-- What the push service of each browser has answered to a message. A browser remembered only the last message it had accepted, so
-- while another browser of the person failed, retries of two messages took turns and were shown again and again.
create table push_outcome (
  message_id uuid not null references message on delete cascade,
  -- Kept when the browser is removed: it has still got the message.
  browser_id uuid not null,
  -- Why it will never accept the message. null: it has accepted it.
  refusal text,
  primary key (message_id, browser_id)
);
insert into push_outcome (message_id, browser_id)
  select message_id, push_browser.id from push_browser join message on message.id = push_browser.message_id;
-- message_id stays in push_browser while processes of the release before are running.
