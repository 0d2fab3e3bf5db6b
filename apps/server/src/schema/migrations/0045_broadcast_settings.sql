CREATE TABLE "broadcast_settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"cap_broadcasts" integer,
	"cap_days" integer,
	"quiet_from" text,
	"quiet_until" text,
	"unsubscribe_words" text[] NOT NULL,
	"resume_words" text[] NOT NULL,
	"tag_id" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
-- Drizzle can't name the column that is emptied: the account stays.
alter table broadcast_settings add constraint broadcast_settings_tag foreign key (account_id, tag_id)
  references tags (account_id, id) on delete set null (tag_id);
--> statement-breakpoint
alter table broadcast_settings enable row level security;
--> statement-breakpoint
alter table broadcast_settings force row level security;
--> statement-breakpoint
create policy tenant on broadcast_settings using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
