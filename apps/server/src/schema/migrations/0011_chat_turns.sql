CREATE TABLE "chat_parts" (
	"account_id" uuid NOT NULL,
	"turn_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"sequence" integer NOT NULL,
	"parts" jsonb NOT NULL,
	CONSTRAINT "chat_parts_account_id_turn_id_attempt_sequence_pk" PRIMARY KEY("account_id","turn_id","attempt","sequence")
);
--> statement-breakpoint
CREATE TABLE "chat_turns" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"parent_id" uuid,
	"is_regenerated" boolean NOT NULL,
	"asked_by" uuid,
	"request_id" uuid,
	"attempt" integer DEFAULT 1 NOT NULL,
	"wants_stop" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_turns_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "chat_parts" ADD CONSTRAINT "chat_parts_turn" FOREIGN KEY ("account_id","turn_id") REFERENCES "public"."chat_turns"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_turns" ADD CONSTRAINT "chat_turns_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_turns_by_conversation" ON "chat_turns" USING btree ("account_id","conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_turns_request" ON "chat_turns" USING btree ("account_id","asked_by","request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "chat_turns_running" ON "chat_turns" USING btree ("created_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "chat_turns_ended" ON "chat_turns" USING btree ("ended_at") WHERE ended_at is not null;
--> statement-breakpoint
-- The second lock of 0001_tenancy.
do $$
declare
  tenant text;
begin
  foreach tenant in array array['chat_parts', 'chat_turns'] loop
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
