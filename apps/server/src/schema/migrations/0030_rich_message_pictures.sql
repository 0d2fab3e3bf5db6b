CREATE TABLE "rich_message_pictures" (
	"account_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "rich_message_pictures_account_id_hash_pk" PRIMARY KEY("account_id","hash")
);
--> statement-breakpoint
DROP INDEX "line_pictures_created";--> statement-breakpoint
ALTER TABLE "line_pictures" ADD COLUMN "used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "rich_message_pictures_hash" ON "rich_message_pictures" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "rich_message_pictures_created" ON "rich_message_pictures" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "line_pictures_used" ON "line_pictures" USING btree ("used_at");--> statement-breakpoint
-- The second lock of 0001_tenancy; the settings are read once for a statement, as in 0027.
alter table rich_message_pictures enable row level security;
--> statement-breakpoint
alter table rich_message_pictures force row level security;
--> statement-breakpoint
create policy tenant on rich_message_pictures using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
