/**
 * SQL for the path of the site of the webhook request that sent a `webhook_delivery`. Deliveries of older versions did not record
 * it; theirs is that of the site of the request now, or of the webhook event.
 */
export const requestSitePath = `coalesce(webhook_delivery.request_site_path,
  (select owner.path from webhook_request sender join site owner on owner.id = sender.site_id
    where sender.id = webhook_delivery.webhook_request_id),
  (select place.path from webhook_event rule join site place on place.id = rule.site_id
    where rule.id = webhook_delivery.webhook_event_id), '')`
