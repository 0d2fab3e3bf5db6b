CREATE TABLE "post_reports" (
	"account_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"reporter" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_reports_account_id_post_id_id_pk" PRIMARY KEY("account_id","post_id","id")
);
--> statement-breakpoint
CREATE TABLE "post_site_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_sites" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_slugs" (
	"account_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"post_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_slugs_account_id_slug_pk" PRIMARY KEY("account_id","slug")
);
--> statement-breakpoint
CREATE TABLE "post_versions" (
	"account_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"language" text NOT NULL,
	"tags" text[] NOT NULL,
	"content" text NOT NULL,
	"cover_id" uuid,
	"cover_alt" text NOT NULL,
	"media" uuid[] DEFAULT '{}' NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_versions_account_id_post_id_number_pk" PRIMARY KEY("account_id","post_id","number")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"description" text NOT NULL,
	"language" text NOT NULL,
	"tags" text[] NOT NULL,
	"content" text NOT NULL,
	"cover_id" uuid,
	"cover_alt" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_version" integer,
	"has_changes" boolean DEFAULT true NOT NULL,
	"published_at" timestamp with time zone,
	"republished_at" timestamp with time zone,
	"scheduled_at" timestamp with time zone,
	"scheduled_by" uuid,
	"due_at" timestamp with time zone,
	"failure" text,
	"hidden_at" timestamp with time zone,
	"published_media" uuid[] DEFAULT '{}' NOT NULL,
	"search_text" text NOT NULL,
	"created_by" uuid,
	"changed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "posts_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "post_reports" ADD CONSTRAINT "post_reports_post" FOREIGN KEY ("account_id","post_id") REFERENCES "public"."posts"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_site_slugs" ADD CONSTRAINT "post_site_slugs_site_of" FOREIGN KEY ("account_id") REFERENCES "public"."post_sites"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_slugs" ADD CONSTRAINT "post_slugs_post_of" FOREIGN KEY ("account_id","post_id") REFERENCES "public"."posts"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_versions" ADD CONSTRAINT "post_versions_post" FOREIGN KEY ("account_id","post_id") REFERENCES "public"."posts"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_scheduled_by_users_id_fk" FOREIGN KEY ("scheduled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_site_slugs_site" ON "post_site_slugs" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "post_sites_slug" ON "post_sites" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "post_slugs_post" ON "post_slugs" USING btree ("account_id","post_id");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_slug" ON "posts" USING btree ("account_id","slug");--> statement-breakpoint
CREATE INDEX "posts_due" ON "posts" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "posts_published" ON "posts" USING btree ("account_id","published_at","id") WHERE published_version is not null;--> statement-breakpoint
CREATE INDEX "posts_hidden" ON "posts" USING btree ("hidden_at") WHERE hidden_at is not null;
--> statement-breakpoint
alter table post_sites enable row level security;
--> statement-breakpoint
alter table post_sites force row level security;
--> statement-breakpoint
create policy tenant on post_sites using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table post_site_slugs enable row level security;
--> statement-breakpoint
alter table post_site_slugs force row level security;
--> statement-breakpoint
create policy tenant on post_site_slugs using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table posts enable row level security;
--> statement-breakpoint
alter table posts force row level security;
--> statement-breakpoint
create policy tenant on posts using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table post_versions enable row level security;
--> statement-breakpoint
alter table post_versions force row level security;
--> statement-breakpoint
create policy tenant on post_versions using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table post_slugs enable row level security;
--> statement-breakpoint
alter table post_slugs force row level security;
--> statement-breakpoint
create policy tenant on post_slugs using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table post_reports enable row level security;
--> statement-breakpoint
alter table post_reports force row level security;
--> statement-breakpoint
create policy tenant on post_reports using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
