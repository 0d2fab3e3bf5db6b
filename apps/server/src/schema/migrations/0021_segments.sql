CREATE TABLE "segment_members" (
	"account_id" uuid NOT NULL,
	"segment_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	CONSTRAINT "segment_members_account_id_segment_id_customer_id_pk" PRIMARY KEY("account_id","segment_id","customer_id")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"definition" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"changed_by" uuid,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segments_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "segment_members" ADD CONSTRAINT "segment_members_segment" FOREIGN KEY ("account_id","segment_id") REFERENCES "public"."segments"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segment_members" ADD CONSTRAINT "segment_members_customer_of" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "segment_members_customer" ON "segment_members" USING btree ("account_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "segments_name" ON "segments" USING btree ("account_id",lower(name)) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "conversations_by_friend" ON "conversations" USING btree ("account_id","friend_id") WHERE friend_id is not null;--> statement-breakpoint
CREATE INDEX "messages_of_customers" ON "messages" USING btree ("account_id","created_at","conversation_id","friend_id") WHERE sender = 'customer';--> statement-breakpoint
CREATE INDEX "messages_by_member" ON "messages" USING btree ("account_id","friend_id","created_at") WHERE friend_id is not null;
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that are new.
alter table segments enable row level security;
--> statement-breakpoint
alter table segments force row level security;
--> statement-breakpoint
create policy tenant on segments using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table segment_members enable row level security;
--> statement-breakpoint
alter table segment_members force row level security;
--> statement-breakpoint
create policy tenant on segment_members using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
