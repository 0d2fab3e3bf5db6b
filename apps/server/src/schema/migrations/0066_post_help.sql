ALTER TABLE "posts" ADD COLUMN "translation_of" uuid;--> statement-breakpoint
CREATE INDEX "posts_translations" ON "posts" USING btree ("account_id","translation_of") WHERE translation_of is not null;--> statement-breakpoint
-- Drizzle can't name the column that is emptied: the account stays.
alter table posts add constraint posts_translation_of foreign key (account_id, translation_of)
  references posts (account_id, id) on delete set null (translation_of);
