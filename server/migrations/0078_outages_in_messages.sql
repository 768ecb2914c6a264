-- The site of the outage that the message with a notification reported, as its receiver sees it. null: none, such as before the
-- outage was known. A message about one device says nothing about the outage found later, nor one about a building about that
-- of its campus.
alter table notification add column outage_path text collate "C";

-- Which outages earlier messages reported is not known, so those about ongoing outages count as reporting them.
update notification set outage_path =
  case when starts_with(outage.site_path, place.path) then outage.site_path else place.path end
from outage
join outage_alert link on link.outage_id = outage.id
join alert member on member.id = link.alert_id
cross join app_user person
join site place on place.id = person.site_id
where coalesce(outage.ended_at, 'infinity') > now() - interval '1 day'
  and person.id = notification.user_id
  and notification.status = 'told' and notification.kind in ('AlertStarted', 'DeviceOffline')
  and notification.created_at >= outage.started_at
  and (notification.alert_id = member.id
    or (notification.alert_id is null and notification.device_id = member.device_id));
