CREATE TABLE "post_copies" (
	"account_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"document_id" uuid,
	"is_chosen" boolean NOT NULL,
	"due_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_copies_account_id_post_id_knowledge_id_pk" PRIMARY KEY("account_id","post_id","knowledge_id")
);
--> statement-breakpoint
ALTER TABLE "post_versions" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "post_versions" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "post_copies" ADD CONSTRAINT "post_copies_knowledge_of" FOREIGN KEY ("account_id","knowledge_id") REFERENCES "public"."knowledges"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_copies" ADD CONSTRAINT "post_copies_document_of" FOREIGN KEY ("account_id","document_id") REFERENCES "public"."documents"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "post_copies_chosen" ON "post_copies" USING btree ("account_id","post_id") WHERE is_chosen;--> statement-breakpoint
CREATE INDEX "post_copies_due" ON "post_copies" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "post_copies_knowledge" ON "post_copies" USING btree ("account_id","knowledge_id");--> statement-breakpoint
CREATE INDEX "post_copies_document" ON "post_copies" USING btree ("account_id","document_id") WHERE document_id is not null;
--> statement-breakpoint
alter table post_copies enable row level security;
--> statement-breakpoint
alter table post_copies force row level security;
--> statement-breakpoint
create policy tenant on post_copies using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
-- Rows of all accounts.
select set_config('app.scope', 'system', true);
--> statement-breakpoint
update post_versions set bytes = octet_length(content);
--> statement-breakpoint
update post_versions v set published_at = coalesce(p.republished_at, v.updated_at) from posts p
  where p.account_id = v.account_id and p.id = v.post_id and p.published_version = v.number;
--> statement-breakpoint
update posts p set search_text = left(search_text, 4000), bytes = (
  select coalesce(sum(v.bytes), 0) from post_versions v where v.account_id = p.account_id and v.post_id = p.id);
--> statement-breakpoint
select set_config('app.scope', '', true);
