-- A site without a value of its own inherits it from the nearest site above that has one: null means inherited.
-- `time_zone` stays the zone in effect, so that reading it needs no walk up the tree.
alter table site add column own_time_zone text;
alter table site alter column organization_type drop default, alter column organization_type drop not null;
alter table site alter column subscription_type drop default, alter column subscription_type drop not null;
update site set tenant_id = null where tenant_id = '';
update site set own_time_zone = time_zone where parent_id is null;
update site set
  own_time_zone = nullif(site.time_zone, parent.time_zone),
  organization_type = nullif(site.organization_type, parent.organization_type),
  subscription_type = nullif(site.subscription_type, parent.subscription_type)
from site parent where parent.id = site.parent_id;

-- Alerts keep the id, name and path of a site that has been deleted since.
alter table alert drop constraint alert_site_id_fkey;

-- Callers are cached with the path of their site.
create trigger site__announce_paths after update of path on site
  for each statement execute function announce_ended_sessions();
