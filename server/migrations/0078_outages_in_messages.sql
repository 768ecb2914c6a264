-- The site of the outage that the message with a notification reported, as its receiver sees it. '': none, such as before the
-- outage was known. A message about one device says nothing about the outage found later, nor one about a building about that
-- of its campus. null: not told yet, or told by release 0.1, which does not record it. Such a notification can count as
-- reporting the outage of its device, so that no outage is reported twice while processes of both releases run.
alter table notification add column outage_path text collate "C";
