-- A message goes out on a channel. Emails were the only ones.
alter table mail rename to message;
alter table message rename constraint mail_pkey to message_pkey;
alter table message rename constraint mail_user_id_fkey to message_user_id_fkey;
alter table message rename constraint mail_site_id_fkey to message_site_id_fkey;
alter index mail__receiver__kind__created_at rename to message__receiver__kind__created_at;
alter index mail__created_at rename to message__created_at;
alter index mail__pending rename to message__pending;
alter index mail__site_id rename to message__site_id;

alter table message
  add column channel text not null default 'Email',
  -- By which the provider names the message in its callbacks.
  add column provider_id text;
alter table message alter column channel drop default;
create index message__provider_id on message (provider_id) where provider_id is not null;

-- Emails that wait in the queue.
do $$
begin
  if to_regclass('jobs.job') is not null then
    update jobs.job set data = jsonb_build_object('messageId', data -> 'mailId')
    where name in ('deliver-mail', 'deliver-mail.dead') and data ? 'mailId';
  end if;
end
$$;
