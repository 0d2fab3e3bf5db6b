CREATE TABLE "form_files" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"field" text NOT NULL,
	"submission_id" uuid,
	"storage_key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_files_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "form_submissions" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"key" uuid NOT NULL,
	"answers" jsonb NOT NULL,
	"language" text NOT NULL,
	"source" text NOT NULL,
	"identity" text NOT NULL,
	"customer_id" uuid,
	"friend_id" uuid,
	"state" text DEFAULT 'new' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"kept" text[] DEFAULT '{}' NOT NULL,
	"fingerprint" text NOT NULL,
	"duplicate_of" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_submissions_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "form_versions" (
	"account_id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_versions_account_id_form_id_number_pk" PRIMARY KEY("account_id","form_id","number")
);
--> statement-breakpoint
CREATE TABLE "forms" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"draft" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer,
	"has_changes" boolean DEFAULT true NOT NULL,
	"closed_at" timestamp with time zone,
	"links_from" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "forms_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "action_rules" ADD COLUMN "form_id" uuid;--> statement-breakpoint
ALTER TABLE "form_files" ADD CONSTRAINT "form_files_form" FOREIGN KEY ("account_id","form_id") REFERENCES "public"."forms"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_files" ADD CONSTRAINT "form_files_submission_of" FOREIGN KEY ("account_id","submission_id") REFERENCES "public"."form_submissions"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_form_of" FOREIGN KEY ("account_id","form_id") REFERENCES "public"."forms"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_form" FOREIGN KEY ("account_id","form_id") REFERENCES "public"."forms"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forms" ADD CONSTRAINT "forms_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_files_submission" ON "form_files" USING btree ("account_id","submission_id");--> statement-breakpoint
CREATE INDEX "form_files_waiting" ON "form_files" USING btree ("created_at") WHERE submission_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "form_submissions_key" ON "form_submissions" USING btree ("account_id","form_id","key");--> statement-breakpoint
CREATE INDEX "form_submissions_form" ON "form_submissions" USING btree ("account_id","form_id","created_at","id");--> statement-breakpoint
CREATE INDEX "form_submissions_made" ON "form_submissions" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "form_submissions_customer" ON "form_submissions" USING btree ("account_id","customer_id","form_id");--> statement-breakpoint
CREATE INDEX "form_submissions_same" ON "form_submissions" USING btree ("account_id","form_id","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "forms_slug" ON "forms" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "forms_name" ON "forms" USING btree ("account_id",lower(name)) WHERE archived_at is null;
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that are new.
alter table forms enable row level security;
--> statement-breakpoint
alter table forms force row level security;
--> statement-breakpoint
create policy tenant on forms using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table form_versions enable row level security;
--> statement-breakpoint
alter table form_versions force row level security;
--> statement-breakpoint
create policy tenant on form_versions using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table form_submissions enable row level security;
--> statement-breakpoint
alter table form_submissions force row level security;
--> statement-breakpoint
create policy tenant on form_submissions using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table form_files enable row level security;
--> statement-breakpoint
alter table form_files force row level security;
--> statement-breakpoint
create policy tenant on form_files using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
-- Drizzle can't name the column that is emptied: the account stays.
alter table form_submissions add constraint form_submissions_friend_of foreign key (account_id, friend_id)
  references friends (account_id, id) on delete set null (friend_id);
