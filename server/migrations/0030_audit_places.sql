-- An audit entry belongs to the place where its site was at that time. Where the site is now says nothing about who may
-- read it: a site that moves to another customer would take its history along. The hashes do not cover these columns.
-- The place of existing entries is the present one of their site, or of the alert that they are about.
alter table audit_entry
  -- Both null for an entry without a site.
  add column site_path text collate "C",
  add column site_name text;

alter table audit_entry disable trigger audit_entry__append_only;
update audit_entry set site_path = place.path, site_name = place.name
from (
  select entry.id, coalesce(alert.site_path, site.path, former_site.path) as path,
    coalesce(alert.site_name, site.name, former_site.name) as name
  from audit_entry entry
  left join alert on entry.action like 'alert.%' and alert.id = entry.subject_id
  left join site on site.id = entry.site_id
  left join former_site on former_site.id = entry.site_id
  where entry.site_id is not null
) place
where place.id = audit_entry.id and place.path is not null;
alter table audit_entry enable trigger audit_entry__append_only;

drop index audit_entry__site_id;
create index audit_entry__site_path on audit_entry (site_path, at desc, id desc);
create index audit_entry__action on audit_entry (action, at desc, id desc);
