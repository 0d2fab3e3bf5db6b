ALTER TABLE "form_conversations" ADD COLUMN "misses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "form_conversations" ADD COLUMN "pending" text;--> statement-breakpoint
ALTER TABLE "form_files" ADD COLUMN "sender" text;