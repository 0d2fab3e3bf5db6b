CREATE TABLE "channel_menus" (
	"account_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"wanted" bigint DEFAULT 1 NOT NULL,
	"done" bigint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"leased_until" timestamp with time zone,
	"leased_by" uuid,
	"attempts" integer DEFAULT 0 NOT NULL,
	"steps_done" integer DEFAULT 0 NOT NULL,
	"steps_total" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_times" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"deleted_times" timestamp with time zone[] DEFAULT '{}' NOT NULL,
	"default_set" text,
	"default_found" text,
	"other_menus" integer DEFAULT 0 NOT NULL,
	"drift" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"takes_back" boolean DEFAULT false NOT NULL,
	"is_left" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "channel_menus_account_id_channel_id_pk" PRIMARY KEY("account_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "friend_menus" (
	"account_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"friend_id" uuid NOT NULL,
	"given_menu_id" uuid,
	"given_at" timestamp with time zone,
	"menu_id" uuid,
	"line_id" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "friend_menus_account_id_friend_id_pk" PRIMARY KEY("account_id","friend_id")
);
--> statement-breakpoint
CREATE TABLE "line_menus" (
	"account_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"line_id" text NOT NULL,
	"menu_id" uuid NOT NULL,
	"page_id" text NOT NULL,
	"hash" text NOT NULL,
	"has_picture" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "line_menus_account_id_channel_id_line_id_pk" PRIMARY KEY("account_id","channel_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "line_pictures" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "line_pictures_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "menu_taps" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"menu_id" uuid NOT NULL,
	"page_id" text NOT NULL,
	"area_id" text NOT NULL,
	"friend_id" uuid,
	"event_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "menu_taps_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "rich_menu_versions" (
	"account_id" uuid NOT NULL,
	"menu_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rich_menu_versions_account_id_menu_id_number_pk" PRIMARY KEY("account_id","menu_id","number")
);
--> statement-breakpoint
CREATE TABLE "rich_menus" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"draft" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer,
	"has_changes" boolean DEFAULT true NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rich_menus_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "rich_message_pictures" (
	"account_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "rich_message_pictures_account_id_hash_pk" PRIMARY KEY("account_id","hash")
);
--> statement-breakpoint
CREATE TABLE "rich_messages" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"picture_hash" text,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rich_messages_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "action_rules" ADD COLUMN "menu_id" uuid;--> statement-breakpoint
ALTER TABLE "action_rules" ADD COLUMN "tap" text;--> statement-breakpoint
ALTER TABLE "channel_menus" ADD CONSTRAINT "channel_menus_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_menus" ADD CONSTRAINT "friend_menus_friend" FOREIGN KEY ("account_id","friend_id") REFERENCES "public"."friends"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_menus" ADD CONSTRAINT "friend_menus_of_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_menus" ADD CONSTRAINT "line_menus_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_pictures" ADD CONSTRAINT "line_pictures_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "menu_taps" ADD CONSTRAINT "menu_taps_menu_of" FOREIGN KEY ("account_id","menu_id") REFERENCES "public"."rich_menus"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rich_menu_versions" ADD CONSTRAINT "rich_menu_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rich_menu_versions" ADD CONSTRAINT "rich_menu_versions_menu" FOREIGN KEY ("account_id","menu_id") REFERENCES "public"."rich_menus"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rich_menus" ADD CONSTRAINT "rich_menus_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rich_menus" ADD CONSTRAINT "rich_menus_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rich_messages" ADD CONSTRAINT "rich_messages_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_menus_due" ON "channel_menus" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "friend_menus_channel" ON "friend_menus" USING btree ("account_id","channel_id","menu_id","line_id");--> statement-breakpoint
CREATE INDEX "line_menus_page" ON "line_menus" USING btree ("account_id","menu_id","page_id");--> statement-breakpoint
CREATE INDEX "line_pictures_used" ON "line_pictures" USING btree ("used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "menu_taps_event" ON "menu_taps" USING btree ("account_id","event_id");--> statement-breakpoint
CREATE INDEX "menu_taps_menu" ON "menu_taps" USING btree ("account_id","menu_id","created_at");--> statement-breakpoint
CREATE INDEX "menu_taps_friend" ON "menu_taps" USING btree ("account_id","friend_id","menu_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rich_menus_name" ON "rich_menus" USING btree ("account_id","channel_id",lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "rich_message_pictures_hash" ON "rich_message_pictures" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "rich_message_pictures_created" ON "rich_message_pictures" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "rich_messages_name" ON "rich_messages" USING btree ("account_id",lower(name));--> statement-breakpoint
CREATE INDEX "rich_messages_picture" ON "rich_messages" USING btree ("picture_hash");
--> statement-breakpoint
-- Drizzle can't name the column that is emptied: the account stays.
alter table menu_taps add constraint menu_taps_friend_of foreign key (account_id, friend_id)
  references friends (account_id, id) on delete set null (friend_id);
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that are new; the settings are read once for a statement, as in 0027.
alter table rich_menus enable row level security;
--> statement-breakpoint
alter table rich_menus force row level security;
--> statement-breakpoint
create policy tenant on rich_menus using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table rich_menu_versions enable row level security;
--> statement-breakpoint
alter table rich_menu_versions force row level security;
--> statement-breakpoint
create policy tenant on rich_menu_versions using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table line_menus enable row level security;
--> statement-breakpoint
alter table line_menus force row level security;
--> statement-breakpoint
create policy tenant on line_menus using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table channel_menus enable row level security;
--> statement-breakpoint
alter table channel_menus force row level security;
--> statement-breakpoint
create policy tenant on channel_menus using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table friend_menus enable row level security;
--> statement-breakpoint
alter table friend_menus force row level security;
--> statement-breakpoint
create policy tenant on friend_menus using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table menu_taps enable row level security;
--> statement-breakpoint
alter table menu_taps force row level security;
--> statement-breakpoint
create policy tenant on menu_taps using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table line_pictures enable row level security;
--> statement-breakpoint
alter table line_pictures force row level security;
--> statement-breakpoint
create policy tenant on line_pictures using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table rich_messages enable row level security;
--> statement-breakpoint
alter table rich_messages force row level security;
--> statement-breakpoint
create policy tenant on rich_messages using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table rich_message_pictures enable row level security;
--> statement-breakpoint
alter table rich_message_pictures force row level security;
--> statement-breakpoint
create policy tenant on rich_message_pictures using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
