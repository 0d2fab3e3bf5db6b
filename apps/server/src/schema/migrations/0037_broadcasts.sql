CREATE TABLE "broadcast_channels" (
	"account_id" uuid NOT NULL,
	"broadcast_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"body" jsonb,
	"is_open" boolean DEFAULT false NOT NULL,
	"lease_until" timestamp with time zone,
	"claims" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"troubles" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "broadcast_channels_account_id_broadcast_id_channel_id_pk" PRIMARY KEY("account_id","broadcast_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "broadcast_recipients" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"broadcast_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"friend_id" uuid,
	"state" text NOT NULL,
	"reason" text,
	"retry_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"is_batch" boolean DEFAULT false NOT NULL,
	"is_refused" boolean DEFAULT false NOT NULL,
	"is_paid" boolean DEFAULT false NOT NULL,
	"first_call_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"request_id" text,
	"body" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "broadcast_recipients_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"audience" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"reason" text,
	"start_at" timestamp with time zone,
	"people_per_hour" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"people" integer,
	"next_at" timestamp with time zone,
	"created_by" uuid,
	"started_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "broadcasts_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "broadcast_channels" ADD CONSTRAINT "broadcast_channels_broadcast" FOREIGN KEY ("account_id","broadcast_id") REFERENCES "public"."broadcasts"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_channels" ADD CONSTRAINT "broadcast_channels_channel_of" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_broadcast" FOREIGN KEY ("account_id","broadcast_id") REFERENCES "public"."broadcasts"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_channels_due" ON "broadcast_channels" USING btree ("next_at") WHERE is_open;--> statement-breakpoint
CREATE INDEX "broadcast_channels_channel" ON "broadcast_channels" USING btree ("account_id","channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "broadcast_recipients_friend" ON "broadcast_recipients" USING btree ("account_id","broadcast_id","friend_id");--> statement-breakpoint
CREATE INDEX "broadcast_recipients_open" ON "broadcast_recipients" USING btree ("account_id","broadcast_id","channel_id","state") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "broadcast_recipients_paid" ON "broadcast_recipients" USING btree ("account_id","channel_id","ended_at") WHERE is_paid and state in ('sending', 'accepted', 'unknown');--> statement-breakpoint
CREATE INDEX "broadcast_recipients_of_friend" ON "broadcast_recipients" USING btree ("account_id","friend_id") WHERE friend_id is not null;--> statement-breakpoint
CREATE INDEX "broadcasts_due" ON "broadcasts" USING btree ("state","start_at") WHERE state in ('scheduled', 'sending');--> statement-breakpoint
CREATE INDEX "broadcasts_segment" ON "broadcasts" USING btree ("account_id",(audience ->> 'segmentUuid'));
--> statement-breakpoint
-- Drizzle can't name the column that is emptied: the account stays.
alter table broadcast_recipients add constraint broadcast_recipients_friend_of foreign key (account_id, friend_id)
  references friends (account_id, id) on delete set null (friend_id);
--> statement-breakpoint
alter table broadcasts enable row level security;
--> statement-breakpoint
alter table broadcasts force row level security;
--> statement-breakpoint
create policy tenant on broadcasts using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table broadcast_channels enable row level security;
--> statement-breakpoint
alter table broadcast_channels force row level security;
--> statement-breakpoint
create policy tenant on broadcast_channels using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table broadcast_recipients enable row level security;
--> statement-breakpoint
alter table broadcast_recipients force row level security;
--> statement-breakpoint
create policy tenant on broadcast_recipients using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
