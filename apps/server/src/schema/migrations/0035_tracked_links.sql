CREATE TABLE "tracked_clicks" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"link_id" uuid NOT NULL,
	"friend_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracked_clicks_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "tracked_links" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code" text NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"owner_part" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "tracked_links_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "tracked_clicks" ADD CONSTRAINT "tracked_clicks_link_of" FOREIGN KEY ("account_id","link_id") REFERENCES "public"."tracked_links"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracked_links" ADD CONSTRAINT "tracked_links_account" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tracked_clicks_link" ON "tracked_clicks" USING btree ("account_id","link_id","created_at");--> statement-breakpoint
CREATE INDEX "tracked_clicks_friend" ON "tracked_clicks" USING btree ("account_id","friend_id") WHERE friend_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tracked_links_code" ON "tracked_links" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "tracked_links_place" ON "tracked_links" USING btree ("account_id","owner_kind","owner_id","owner_part",md5(url));--> statement-breakpoint
CREATE INDEX "tracked_links_expires" ON "tracked_links" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
-- Drizzle can't name the column that is emptied: the account stays.
alter table tracked_clicks add constraint tracked_clicks_friend_of foreign key (account_id, friend_id)
  references friends (account_id, id) on delete set null (friend_id);
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that are new; the settings are read once for a statement, as in 0027.
alter table tracked_links enable row level security;
--> statement-breakpoint
alter table tracked_links force row level security;
--> statement-breakpoint
create policy tenant on tracked_links using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table tracked_clicks enable row level security;
--> statement-breakpoint
alter table tracked_clicks force row level security;
--> statement-breakpoint
create policy tenant on tracked_clicks using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
