-- A batch of readings can replace the state of every device of a page, and the rows of the two batches before it may still be
-- readable. Room for three more versions of each row keeps them all on their page, so that the table and its indexes stop growing.
alter table device_state set (fillfactor = 25);
