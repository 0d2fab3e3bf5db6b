CREATE TABLE "billing_details" (
	"account_id" uuid NOT NULL,
	"is_company" boolean NOT NULL,
	"name" text NOT NULL,
	"department" text NOT NULL,
	"address" text NOT NULL,
	"tax_number" text NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_details_account_id_pk" PRIMARY KEY("account_id")
);
--> statement-breakpoint
CREATE TABLE "receipt_numbers" (
	"series" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"facts" jsonb NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_by" uuid,
	"refunded_total" bigint,
	"original" "bytea",
	"reissued" "bytea",
	"downloaded_at" timestamp with time zone,
	CONSTRAINT "receipts_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "next_try_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_account" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_of" FOREIGN KEY ("account_id","payment_id") REFERENCES "public"."payments"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_number" ON "receipts" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_valid" ON "receipts" USING btree ("account_id","payment_id") WHERE kind = 'receipt' and replaced_by is null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_refund" ON "receipts" USING btree ("account_id","payment_id","refunded_total") WHERE kind = 'refund';--> statement-breakpoint
CREATE INDEX "receipts_payment" ON "receipts" USING btree ("account_id","payment_id","issued_at");--> statement-breakpoint
CREATE INDEX "audit_events_tokens_added" ON "audit_events" USING btree ("account_id",(data->'credit'->>'entry')) WHERE action = 'tokens.added';--> statement-breakpoint
CREATE INDEX "payment_events_failed" ON "payment_events" USING btree ("received_at") WHERE problem is not null;
--> statement-breakpoint
alter table billing_details enable row level security;
--> statement-breakpoint
alter table billing_details force row level security;
--> statement-breakpoint
create policy tenant on billing_details using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table receipts enable row level security;
--> statement-breakpoint
alter table receipts force row level security;
--> statement-breakpoint
create policy tenant on receipts using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table receipt_numbers enable row level security;
--> statement-breakpoint
alter table receipt_numbers force row level security;
--> statement-breakpoint
create policy installation on receipt_numbers using ((select current_setting('app.scope', true)) = 'system');
