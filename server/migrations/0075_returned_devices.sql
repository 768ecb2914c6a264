-- The totals of the site tree leave out returned devices, of which there are few.
create index device__site_id_returned on device (site_id) where is_returned;
