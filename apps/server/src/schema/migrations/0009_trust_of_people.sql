ALTER TABLE "accounts" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "withheld_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_proof" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "found_content" jsonb;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "web_hooks" ADD COLUMN "created_by" uuid;
--> statement-breakpoint
-- Row-level security holds for the owner of the tables, too: without a scope nothing would be updated.
select set_config('app.scope', 'system', true);
--> statement-breakpoint
-- Who made a web hook or connected a channel stands in the log.
update web_hooks h set created_by = (select e.user_id from audit_events e
  where e.account_id = h.account_id and e.action = 'web_hook.added' and e.data ->> 'uuid' = h.id::text limit 1);
--> statement-breakpoint
update channels c set created_by = (select e.user_id from audit_events e
  where e.account_id = c.account_id and e.action = 'channel.connected' and e.data ->> 'uuid' = c.id::text limit 1);
--> statement-breakpoint
-- People without a password came by a provider: for them its word is all there is.
update users set email_proof = case when password_hash is null then 'provider' else 'mail' end
  where email_verified_at is not null;
--> statement-breakpoint
select set_config('app.scope', '', true);
