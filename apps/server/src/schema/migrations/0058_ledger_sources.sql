ALTER TABLE "ledger_entries" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "knowledge_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "document_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
CREATE INDEX "ledger_entries_of_key" ON "ledger_entries" USING btree ("account_id","api_key_id","created_at") WHERE api_key_id is not null;--> statement-breakpoint
CREATE INDEX "ledger_entries_of_person" ON "ledger_entries" USING btree ("account_id","user_id","created_at") WHERE user_id is not null;--> statement-breakpoint
-- Compared once for each statement instead of once for each entry: an account may have a million of them.
alter policy tenant on ledger_entries using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
