CREATE UNIQUE INDEX "memberships_owner" ON "memberships" USING btree ("tenant_id") WHERE role = 'owner';
--> statement-breakpoint
-- What is in the audit log stays as it was written. Only erasing a whole account takes its lines away; that
-- transaction names the account: select set_config('app.erasing', '<account id>', true).
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW'
      and old.account_id::text = current_setting('app.erasing', true) then
    return old;
  end if;
  raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create trigger audit_append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
--> statement-breakpoint
create trigger audit_never_emptied before truncate on audit_events
  for each statement execute function refuse_audit_change();
