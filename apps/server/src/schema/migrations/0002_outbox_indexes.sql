DROP INDEX "outbox_by_conversation";--> statement-breakpoint
CREATE INDEX "outbox_open_by_conversation" ON "outbox" USING btree ("account_id","conversation_id","id") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("account_id","channel_id","message_id") WHERE state = 'failed';