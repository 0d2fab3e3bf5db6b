DROP INDEX "broadcast_recipients_open";--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD COLUMN "together" integer;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD COLUMN "step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "broadcast_recipients_again" ON "broadcast_recipients" USING btree ("account_id","broadcast_id","channel_id","due_at") WHERE state = 'pending' and due_at is not null;--> statement-breakpoint
CREATE INDEX "broadcast_recipients_open" ON "broadcast_recipients" USING btree ("account_id","broadcast_id","channel_id","state","id") WHERE state in ('pending', 'sending');