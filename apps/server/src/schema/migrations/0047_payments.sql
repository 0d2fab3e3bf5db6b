CREATE TABLE "token_lots" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"tokens" bigint NOT NULL,
	"left_tokens" bigint NOT NULL,
	"expires_at" timestamp with time zone,
	"payment_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "token_lots_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"gateway" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"gateway_id" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "payment_events_gateway_id_pk" PRIMARY KEY("gateway","id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"browser_key" text NOT NULL,
	"package_id" text NOT NULL,
	"tokens" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"tax_rate" real NOT NULL,
	"days" bigint,
	"gateway" text NOT NULL,
	"gateway_id" text,
	"status" text DEFAULT 'open' NOT NULL,
	"failure" text,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"dispute" text DEFAULT 'none' NOT NULL,
	"taken_tokens" bigint DEFAULT 0 NOT NULL,
	"card" jsonb,
	"is_test" boolean NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"next_look_at" timestamp with time zone,
	"looks" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "payments_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"account_id" uuid NOT NULL,
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"payment" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD CONSTRAINT "sandbox_payments_account_of" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "token_lots_left" ON "token_lots" USING btree ("account_id") WHERE left_tokens > 0;--> statement-breakpoint
CREATE INDEX "token_lots_expiring" ON "token_lots" USING btree ("expires_at") WHERE left_tokens > 0 and expires_at is not null;--> statement-breakpoint
CREATE INDEX "token_lots_payment" ON "token_lots" USING btree ("account_id","payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "payment_events_open" ON "payment_events" USING btree ("received_at") WHERE handled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_browser_key" ON "payments" USING btree ("account_id","browser_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_gateway_id" ON "payments" USING btree ("gateway","gateway_id") WHERE gateway_id is not null;--> statement-breakpoint
CREATE INDEX "payments_recent" ON "payments" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("next_look_at") WHERE next_look_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_payments_payment" ON "sandbox_payments" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "sandbox_payments_account" ON "sandbox_payments" USING btree ("account_id");
--> statement-breakpoint
alter table payments enable row level security;
--> statement-breakpoint
alter table payments force row level security;
--> statement-breakpoint
create policy tenant on payments using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table token_lots enable row level security;
--> statement-breakpoint
alter table token_lots force row level security;
--> statement-breakpoint
create policy tenant on token_lots using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table payment_events enable row level security;
--> statement-breakpoint
alter table payment_events force row level security;
--> statement-breakpoint
create policy installation on payment_events using ((select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table sandbox_payments enable row level security;
--> statement-breakpoint
alter table sandbox_payments force row level security;
--> statement-breakpoint
create policy tenant on sandbox_payments using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
-- What accounts have was granted, and ends never.
insert into token_lots (account_id, id, kind, tokens, left_tokens)
  select account_id, gen_random_uuid(), 'granted', balance, balance from token_balances where balance > 0;
