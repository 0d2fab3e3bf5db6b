DROP INDEX "friend_menus_channel";--> statement-breakpoint
CREATE INDEX "friend_menus_told" ON "friend_menus" USING btree ("account_id","channel_id","menu_id","friend_id");--> statement-breakpoint
-- Each row is written twice: when it is known which menu they should have, and when LINE was told. The second stays in its page.
alter table friend_menus set (fillfactor = 50);
