CREATE TABLE "form_conversations" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"conversation_id" uuid NOT NULL,
	"friend_id" uuid NOT NULL,
	"step" text NOT NULL,
	"field" text,
	"answers" jsonb NOT NULL,
	"skipped" text[] DEFAULT '{}' NOT NULL,
	"language" text NOT NULL,
	"handling" text NOT NULL,
	"started_by" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "form_conversations_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "form_conversations" ADD CONSTRAINT "form_conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_conversations" ADD CONSTRAINT "form_conversations_form_of" FOREIGN KEY ("account_id","form_id") REFERENCES "public"."forms"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_conversations" ADD CONSTRAINT "form_conversations_conversation_of" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_conversations" ADD CONSTRAINT "form_conversations_friend_of" FOREIGN KEY ("account_id","friend_id") REFERENCES "public"."friends"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "form_conversations_form" ON "form_conversations" USING btree ("account_id","conversation_id","form_id");--> statement-breakpoint
CREATE INDEX "form_conversations_friend" ON "form_conversations" USING btree ("account_id","friend_id");--> statement-breakpoint
CREATE INDEX "form_conversations_of_form" ON "form_conversations" USING btree ("account_id","form_id");--> statement-breakpoint
CREATE INDEX "form_conversations_expired" ON "form_conversations" USING btree ("expires_at");
--> statement-breakpoint
-- The second lock of 0001_tenancy for the table that is new.
alter table form_conversations enable row level security;
--> statement-breakpoint
alter table form_conversations force row level security;
--> statement-breakpoint
create policy tenant on form_conversations using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
