CREATE TABLE "chunk_edits" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"anchors" text[] NOT NULL,
	"anchor_start" integer NOT NULL,
	"anchor_end" integer NOT NULL,
	"chunks" jsonb NOT NULL,
	"source" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"follows" jsonb,
	"review" text,
	"source_text" text,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chunk_edits_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "embedding_hits" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"embedding_id" uuid NOT NULL,
	"question" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "embedding_hits_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "embedding_vectors" (
	"account_id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"model" text NOT NULL,
	"embedding_id" uuid NOT NULL,
	"data" "bytea" NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "embedding_vectors_account_id_knowledge_id_model_embedding_id_pk" PRIMARY KEY("account_id","knowledge_id","model","embedding_id")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"folder" text NOT NULL,
	"bytes" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"sha256" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"result" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "question_sets" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_sets_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "settled_questions" (
	"account_id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"action" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settled_questions_account_id_knowledge_id_message_id_pk" PRIMARY KEY("account_id","knowledge_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "test_questions" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"question" text NOT NULL,
	"expected" jsonb NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_questions_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "test_results" (
	"account_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"question" text NOT NULL,
	"rank" integer,
	"milliseconds" double precision NOT NULL,
	"top" jsonb NOT NULL,
	CONSTRAINT "test_results_account_id_run_id_question_id_pk" PRIMARY KEY("account_id","run_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "test_runs" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"set_id" uuid NOT NULL,
	"status" text NOT NULL,
	"cause" text NOT NULL,
	"settings" jsonb NOT NULL,
	"questions" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"scores" jsonb,
	"milliseconds" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "test_runs_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "website_pages" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"website_id" uuid NOT NULL,
	"url" text NOT NULL,
	"depth" integer NOT NULL,
	"found_in" integer NOT NULL,
	"done_in" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"http_status" integer,
	"etag" text,
	"last_modified" text,
	"content_hash" text,
	"document_id" uuid,
	"from_sitemap" boolean DEFAULT false NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"misses" smallint DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "website_pages_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "websites" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"url" text NOT NULL,
	"mode" text NOT NULL,
	"schedule" text NOT NULL,
	"depth" integer NOT NULL,
	"page_limit" integer NOT NULL,
	"include" text[] NOT NULL,
	"exclude" text[] NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"crawl" integer DEFAULT 0 NOT NULL,
	"robots" jsonb,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"next_crawl_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"lease_token" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "websites_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "kind" text DEFAULT 'file' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "folder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "website_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "metadata" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "unread_pages" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "stale" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "embeddings" ADD COLUMN "edit_id" uuid;--> statement-breakpoint
ALTER TABLE "embeddings" ADD COLUMN "enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "embeddings" ADD COLUMN "segment_id" uuid;--> statement-breakpoint
ALTER TABLE "embeddings" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "knowledges" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledges" ADD COLUMN "vector_model" text;--> statement-breakpoint
ALTER TABLE "knowledges" ADD COLUMN "vector_dimensions" integer;--> statement-breakpoint
ALTER TABLE "knowledges" ADD COLUMN "vectors_paused" text;--> statement-breakpoint
ALTER TABLE "knowledges" ADD COLUMN "vectors_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledges" ADD COLUMN "vectors_engine_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledges" ADD COLUMN "vectors_busy_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "knowledges" ADD COLUMN "vectors_retry_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "knowledges" ADD COLUMN "vectors_retries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chunk_edits" ADD CONSTRAINT "chunk_edits_document" FOREIGN KEY ("account_id","document_id") REFERENCES "public"."documents"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embedding_hits" ADD CONSTRAINT "embedding_hits_document" FOREIGN KEY ("account_id","document_id") REFERENCES "public"."documents"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embedding_vectors" ADD CONSTRAINT "embedding_vectors_embedding" FOREIGN KEY ("account_id","embedding_id") REFERENCES "public"."embeddings"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_knowledge" FOREIGN KEY ("account_id","knowledge_id") REFERENCES "public"."knowledges"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_sets" ADD CONSTRAINT "question_sets_knowledge" FOREIGN KEY ("account_id","knowledge_id") REFERENCES "public"."knowledges"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settled_questions" ADD CONSTRAINT "settled_questions_knowledge" FOREIGN KEY ("account_id","knowledge_id") REFERENCES "public"."knowledges"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_questions" ADD CONSTRAINT "test_questions_set" FOREIGN KEY ("account_id","set_id") REFERENCES "public"."question_sets"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_results" ADD CONSTRAINT "test_results_run" FOREIGN KEY ("account_id","run_id") REFERENCES "public"."test_runs"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_runs" ADD CONSTRAINT "test_runs_set" FOREIGN KEY ("account_id","set_id") REFERENCES "public"."question_sets"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "website_pages" ADD CONSTRAINT "website_pages_website" FOREIGN KEY ("account_id","website_id") REFERENCES "public"."websites"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "websites" ADD CONSTRAINT "websites_knowledge" FOREIGN KEY ("account_id","knowledge_id") REFERENCES "public"."knowledges"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chunk_edits_by_document" ON "chunk_edits" USING btree ("account_id","document_id");--> statement-breakpoint
CREATE INDEX "embedding_hits_by_document" ON "embedding_hits" USING btree ("account_id","document_id","created_at");--> statement-breakpoint
CREATE INDEX "embedding_hits_by_embedding" ON "embedding_hits" USING btree ("account_id","embedding_id","created_at");--> statement-breakpoint
CREATE INDEX "embedding_vectors_by_embedding" ON "embedding_vectors" USING btree ("account_id","embedding_id");--> statement-breakpoint
CREATE INDEX "embedding_vectors_by_version" ON "embedding_vectors" USING btree ("account_id","knowledge_id","model","version","embedding_id");--> statement-breakpoint
CREATE INDEX "knowledges_vectors_due" ON "knowledges" USING btree ("vectors_retry_at") WHERE vectors_retry_at is not null;--> statement-breakpoint
CREATE INDEX "uploads_by_file" ON "uploads" USING btree ("account_id","knowledge_id","sha256");--> statement-breakpoint
CREATE INDEX "question_sets_by_knowledge" ON "question_sets" USING btree ("account_id","knowledge_id");--> statement-breakpoint
CREATE INDEX "test_questions_by_set" ON "test_questions" USING btree ("account_id","set_id","id");--> statement-breakpoint
CREATE INDEX "test_runs_by_set" ON "test_runs" USING btree ("account_id","set_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "website_pages_url" ON "website_pages" USING btree ("account_id","website_id","url");--> statement-breakpoint
CREATE INDEX "website_pages_todo" ON "website_pages" USING btree ("account_id","website_id","done_in","depth");--> statement-breakpoint
CREATE UNIQUE INDEX "websites_url" ON "websites" USING btree ("account_id","knowledge_id","url");--> statement-breakpoint
CREATE INDEX "websites_due" ON "websites" USING btree ("next_crawl_at");--> statement-breakpoint
CREATE INDEX "documents_by_account" ON "documents" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_by_website" ON "documents" USING btree ("account_id","website_id") WHERE website_id is not null;--> statement-breakpoint
CREATE INDEX "documents_by_file" ON "documents" USING btree ("account_id","knowledge_id","folder","file_name");--> statement-breakpoint
CREATE INDEX "messages_missed" ON "messages" USING btree ("account_id","created_at") WHERE outcome = 'not_found' or feedback ->> 'rating' = 'down';--> statement-breakpoint
CREATE INDEX "embeddings_by_segment" ON "embeddings" USING btree ("account_id","segment_id") WHERE segment_id is not null;
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that came since.
do $$
declare
  tenant text;
begin
  foreach tenant in array array['chunk_edits', 'embedding_hits', 'embedding_vectors', 'question_sets',
    'settled_questions', 'test_questions', 'test_results', 'test_runs', 'uploads', 'website_pages', 'websites'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format(
      'create policy tenant on %I using (
         account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid
         or current_setting(''app.scope'', true) = ''system'')',
      tenant);
  end loop;
end
$$;
--> statement-breakpoint
-- Inside the row as long as it fits a page: a search that loads a base reads no second table.
alter table embedding_vectors alter column data set storage main;
--> statement-breakpoint
-- Texts that were typed in had no file name.
update documents set kind = 'text' where file_name is null;
--> statement-breakpoint
update documents set checked_at = updated_at where status = 'ready';
