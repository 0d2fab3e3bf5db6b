CREATE TABLE "token_waits" (
	"account_id" uuid NOT NULL,
	"holder" uuid NOT NULL,
	"entrance" text NOT NULL,
	"anonymous" boolean NOT NULL,
	"estimate" bigint NOT NULL,
	"limit_tokens" bigint NOT NULL,
	"least_tokens" bigint NOT NULL,
	"stored" boolean NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "token_waits_account_id_holder_pk" PRIMARY KEY("account_id","holder")
);
--> statement-breakpoint
ALTER TABLE "token_reservations" ADD COLUMN "holder" uuid;--> statement-breakpoint
ALTER TABLE "token_reservations" ADD COLUMN "entrance" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "token_reservations" ADD COLUMN "anonymous" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "token_reservations" ADD COLUMN "limit_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_turns" ADD COLUMN "is_anonymous" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_entries_of_bot" ON "ledger_entries" USING btree ("account_id","bot_id","created_at") WHERE kind = 'call';--> statement-breakpoint
ALTER TABLE "token_reservations" ADD CONSTRAINT "token_reservations_holder" UNIQUE("account_id","holder");
--> statement-breakpoint
-- The second lock of 0001_tenancy for the table that is new.
alter table token_waits enable row level security;
--> statement-breakpoint
alter table token_waits force row level security;
--> statement-breakpoint
create policy tenant on token_waits using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
