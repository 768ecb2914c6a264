-- Finds when the portal learned of an alert.
create index event__alert_start on event (alert_id) where kind = 'AlertStarted';
