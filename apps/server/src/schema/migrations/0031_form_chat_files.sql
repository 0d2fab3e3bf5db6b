CREATE TABLE "form_talk_files" (
	"account_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"talk_id" uuid NOT NULL,
	"field" text NOT NULL,
	"problem" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_talk_files_account_id_message_id_pk" PRIMARY KEY("account_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "form_files" ADD COLUMN "talk_id" uuid;--> statement-breakpoint
ALTER TABLE "form_talk_files" ADD CONSTRAINT "form_talk_files_talk_of" FOREIGN KEY ("account_id","talk_id") REFERENCES "public"."form_conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_talk_files_talk" ON "form_talk_files" USING btree ("account_id","talk_id");--> statement-breakpoint
CREATE INDEX "form_talk_files_due" ON "form_talk_files" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;
--> statement-breakpoint
-- The second lock of 0001_tenancy for the table that is new.
alter table form_talk_files enable row level security;
--> statement-breakpoint
alter table form_talk_files force row level security;
--> statement-breakpoint
create policy tenant on form_talk_files using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
