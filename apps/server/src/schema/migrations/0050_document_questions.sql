CREATE TABLE "document_answers" (
	"account_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"asking_until" timestamp with time zone,
	"text" text,
	"outcome" text,
	"citations" jsonb,
	"tokens" integer,
	"answered_at" timestamp with time zone,
	"verdict" text,
	"judged_by" uuid,
	"judged_at" timestamp with time zone,
	CONSTRAINT "document_answers_account_id_question_id_bot_id_pk" PRIMARY KEY("account_id","question_id","bot_id")
);
--> statement-breakpoint
CREATE TABLE "document_checks" (
	"account_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"making_until" timestamp with time zone,
	"origin" text,
	"shortfall" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_checks_account_id_document_id_version_pk" PRIMARY KEY("account_id","document_id","version")
);
--> statement-breakpoint
CREATE TABLE "document_questions" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"position" smallint NOT NULL,
	"question" text NOT NULL,
	"expected" text,
	"embedding_id" uuid NOT NULL,
	CONSTRAINT "document_questions_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "document_answers" ADD CONSTRAINT "document_answers_question" FOREIGN KEY ("account_id","question_id") REFERENCES "public"."document_questions"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_answers" ADD CONSTRAINT "document_answers_bot" FOREIGN KEY ("account_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_checks" ADD CONSTRAINT "document_checks_document" FOREIGN KEY ("account_id","document_id") REFERENCES "public"."documents"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_questions" ADD CONSTRAINT "document_questions_check" FOREIGN KEY ("account_id","document_id","version") REFERENCES "public"."document_checks"("account_id","document_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_answers_by_bot" ON "document_answers" USING btree ("account_id","bot_id");--> statement-breakpoint
CREATE INDEX "document_questions_by_check" ON "document_questions" USING btree ("account_id","document_id","version","position");
--> statement-breakpoint
alter table document_checks enable row level security;
--> statement-breakpoint
alter table document_checks force row level security;
--> statement-breakpoint
create policy tenant on document_checks using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table document_questions enable row level security;
--> statement-breakpoint
alter table document_questions force row level security;
--> statement-breakpoint
create policy tenant on document_questions using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table document_answers enable row level security;
--> statement-breakpoint
alter table document_answers force row level security;
--> statement-breakpoint
create policy tenant on document_answers using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');