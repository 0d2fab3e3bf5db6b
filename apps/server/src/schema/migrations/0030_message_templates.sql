CREATE TABLE "message_template_versions" (
	"account_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_template_versions_account_id_template_id_number_pk" PRIMARY KEY("account_id","template_id","number")
);
--> statement-breakpoint
CREATE TABLE "message_templates" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_templates_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "kept_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "canned_replies" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "message_template_versions" ADD CONSTRAINT "message_template_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_template_versions" ADD CONSTRAINT "message_template_versions_template" FOREIGN KEY ("account_id","template_id") REFERENCES "public"."message_templates"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_templates" ADD CONSTRAINT "message_templates_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "message_templates_name" ON "message_templates" USING btree ("account_id",lower(name));--> statement-breakpoint
CREATE INDEX "media_kept" ON "media" USING btree ("kept_at") WHERE kept_at is not null;
--> statement-breakpoint
alter table message_templates enable row level security;
--> statement-breakpoint
alter table message_templates force row level security;
--> statement-breakpoint
create policy tenant on message_templates using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table message_template_versions enable row level security;
--> statement-breakpoint
alter table message_template_versions force row level security;
--> statement-breakpoint
create policy tenant on message_template_versions using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
