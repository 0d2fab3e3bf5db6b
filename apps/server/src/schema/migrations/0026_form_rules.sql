ALTER TABLE "form_submissions" DROP CONSTRAINT "form_submissions_customer_of";
--> statement-breakpoint
ALTER TABLE "form_submissions" DROP CONSTRAINT "form_submissions_friend_of";
--> statement-breakpoint
ALTER TABLE "action_rules" ADD COLUMN "form_id" uuid;
--> statement-breakpoint
-- Drizzle can't name the column that is emptied: the account stays.
alter table form_submissions add constraint form_submissions_friend_of foreign key (account_id, friend_id)
  references friends (account_id, id) on delete set null (friend_id);
