ALTER TABLE "documents" ADD COLUMN "segment_id" uuid;--> statement-breakpoint
CREATE INDEX "documents_by_segment" ON "documents" USING btree ("account_id","segment_id");